import { html } from 'hono/html'
import { LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { formatMoney } from '#domain/money.ts'
import { LANGUAGE_NAMES } from '#i18n/locales.ts'
import { htmlPage } from '../html-page.ts'
import type { BankOrder } from './book.ts'
import { cardName, TEST_CARDS } from './cards.ts'
import { STYLE_PATH } from './style.ts'
import { textIn, type Face, type Text } from './face.ts'
import { BANK_WORDS } from './words.ts'

interface Shown {
  locale: Locale
  /** Of the page itself. */
  path: string
  faultsPath: string
  face: Face
}

/** Frame of the simulated bank's pages: no script, no inline style. `html` escapes every value. */
export const bankFrame = (locale: Locale, title: string, address: (locale: Locale) => string, body: ReturnType<typeof html>) =>
  htmlPage(
    locale,
    title,
    STYLE_PATH,
    html`<header>
        <nav aria-label="${BANK_WORDS.languages[locale]}">
          <ul>
            ${LOCALES.map((other) => languageLink(address(other), other, other === locale))}
          </ul>
        </nav>
      </header>
      <main>
        <h1>${title}</h1>
        ${body}
      </main>`
  )

/** The page of a payment, where the buyer pays, refuses, lacks money or goes away. */
export const bankPage = (order: BankOrder | null, { locale, path, faultsPath, face }: Shown) => {
  const text = textIn(locale, face)
  const title = text(order?.state === 'confirm' ? 'confirmTitle' : 'title')
  const body = order
    ? html`<p class="intro">${text(order.state === 'confirm' ? 'confirmIntro' : 'intro')}</p>
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
        <form method="post" action="${path}?language=${locale}">${fieldsOf(order, text, face)}</form>
        <p><a href="${faultsPath}&amp;language=${locale}">${text('faults')}</a></p>`
    : html`<p role="status">${text('missing')}</p>
        <p><a href="${localePath(locale, '/')}">${text('back')}</a></p>`
  return bankFrame(locale, title, (other) => `${path}?language=${other}`, body)
}

const button = (action: string, label: string, primary = false) =>
  primary
    ? html`<button type="submit" class="primary" name="action" value="${action}">${label}</button>`
    : html`<button type="submit" name="action" value="${action}">${label}</button>`

const decisions = (text: Text) =>
  html`${button('approve', text('approve'), true)} ${button('refuse', text('refuse'))} ${button('funds', text('funds'))}
  ${button('leave', text('leave'))}`

const fieldsOf = (order: BankOrder, text: Text, { hasCards }: Face) => {
  if (order.state === 'registered' && !hasCards) return decisions(text)
  if (order.state === 'registered')
    return html`<label
        >${text('card')}
        <select name="card">
          ${TEST_CARDS.map((card) => html`<option value="${card.number}">${cardLabel(card, text)}</option>`)}
        </select></label
      >${order.clientId ? html`<label class="check"><input type="checkbox" name="bind" value="1" checked /> ${text('bind')}</label>` : ''}
      ${decisions(text)}`
  if (order.state === 'confirm')
    return html`<p>${order.card ? cardName(order.card) : ''}</p>
      <label>${text('code')} <input name="code" value="123456" inputmode="numeric" autocomplete="off" /></label>
      ${button('confirm', text('confirm'), true)} ${button('deny', text('deny'))} ${button('leave', text('leave'))}`
  const state = order.state === 'deposited' && order.refunded >= order.taken ? 'reversed' : order.state
  return html`<p role="status">${text(state)}</p>
    ${button('leave', text('back'), true)}`
}

const cardLabel = ({ number, confirm, funds }: (typeof TEST_CARDS)[number], text: Text): string => {
  if (!funds) return `${cardName(number)} (${text('noFunds')})`
  return confirm ? `${cardName(number)} (${text('asksAgain')})` : cardName(number)
}

const languageLink = (address: string, locale: Locale, isCurrent: boolean) =>
  html`<li>
    <a href="${address}" lang="${locale}" hreflang="${locale}" aria-current="${isCurrent}">${LANGUAGE_NAMES[locale]}</a>
  </li>`
