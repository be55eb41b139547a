import { html } from 'hono/html'
import { LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { formatMoney } from '#domain/money.ts'
import { LANGUAGE_NAMES } from '#i18n/locales.ts'
import type { BankOrder } from '#server/adapters/payment/simulator.ts'
import { BANK_WORDS } from '#server/services/simulator/bank-words.ts'
import { htmlPage } from './html-page.ts'

type Word = keyof typeof BANK_WORDS

/** The simulated bank as one static page: a form without script or inline style. `html` escapes every value. */
export const bankPage = (locale: Locale, path: string, order: BankOrder | null) => {
  const text = (word: Word): string => BANK_WORDS[word][locale]
  return htmlPage(
    locale,
    text('title'),
    '/simulator/bank.css',
    html` <header>
        <nav aria-label="${text('languages')}">
          <ul>
            ${LOCALES.map((other) => languageLink(path, other, other === locale))}
          </ul>
        </nav>
      </header>
      <main>
        <h1>${text('title')}</h1>
        ${
          order
            ? orderForm(order, locale, path, text)
            : html`<p role="status">${text('missing')}</p>
                <p><a href="${localePath(locale, '/')}">${text('back')}</a></p>`
        }
      </main>`
  )
}

const orderForm = (order: BankOrder, locale: Locale, path: string, text: (word: Word) => string) =>
  html`<p class="intro">${text('intro')}</p>
    <dl>
      <div>
        <dt>${text('order')}</dt>
        <dd>${order.description}</dd>
      </div>
      <div>
        <dt>${text('amount')}</dt>
        <dd><strong>${formatMoney(order.amount, locale)}</strong></dd>
      </div>
    </dl>
    <form method="post" action="${path}?language=${locale}">
      ${
        order.state === 'registered'
          ? html`<button type="submit" class="primary" name="action" value="approve">${text('approve')}</button>
              <button type="submit" name="action" value="decline">${text('decline')}</button>
              <button type="submit" name="action" value="leave">${text('leave')}</button>`
          : html`<p role="status">${text(order.state)}</p>
              <button type="submit" class="primary" name="action" value="leave">${text('back')}</button>`
      }
    </form>`

const languageLink = (path: string, locale: Locale, isCurrent: boolean) =>
  html`<li>
    <a href="${path}?language=${locale}" lang="${locale}" hreflang="${locale}" aria-current="${isCurrent}">${LANGUAGE_NAMES[locale]}</a>
  </li>`
