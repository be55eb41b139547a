import { Hono } from 'hono'
import { html } from 'hono/html'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { formatMoney } from '#domain/money.ts'
import { LANGUAGE_NAMES } from '#i18n/locales.ts'
import { STYLE_PATH } from '../bank/style.ts'
import { htmlPage } from '../html-page.ts'
import type { FiscalBooks } from './books.ts'

const WORDS = {
  hy: {
    sale: 'ՀԴՄ կտրոն',
    return: 'Վերադարձի ՀԴՄ կտրոն',
    demo: 'Փորձնական կտրոն. իրական չէ։',
    total: 'Ընդամենը',
    none: 'Կտրոնը չգտնվեց։',
    languages: 'Լեզուներ'
  },
  en: {
    sale: 'Fiscal receipt',
    return: 'Return receipt',
    demo: 'A receipt of the demo: it is not real.',
    total: 'Total',
    none: 'There is no such receipt.',
    languages: 'Languages'
  },
  ru: {
    sale: 'Фискальный чек',
    return: 'Чек возврата',
    demo: 'Демонстрационный чек: он не настоящий.',
    total: 'Итого',
    none: 'Такого чека нет.',
    languages: 'Языки'
  }
} as const satisfies Record<Locale, object>

/** What the QR code of a simulated receipt leads to. */
export const fiscalPages = (books: FiscalBooks, base: string): Hono => {
  const app = new Hono()
  app.get('/receipts/:id', (c) => {
    const locale = LOCALES.find((one) => one === c.req.query('language')) ?? 'hy'
    const words = WORDS[locale]
    const [id = '', fiscal] = c.req.param('id').split('-')
    const receipt = books.find(id)
    if (receipt?.fiscal !== fiscal || !receipt)
      return c.html(htmlPage(locale, words.none, STYLE_PATH, html`<main><h1>${words.none}</h1></main>`), 404)
    const address = `${base}/receipts/${encodeURIComponent(c.req.param('id'))}`
    const body = html`<header>
        <nav aria-label="${words.languages}">
          <ul>
            ${LOCALES.map((one) => html`<li><a href="${address}?language=${one}" lang="${one}">${LANGUAGE_NAMES[one]}</a></li>`)}
          </ul>
        </nav>
      </header>
      <main>
        <h1>${words[receipt.kind]} ${receipt.receiptId}</h1>
        <p>${words.demo}</p>
        <ul>
          ${receipt.lines.map(({ name, quantity, price }) => html`<li>${name}: ${quantity} × ${formatMoney(price, locale)}</li>`)}
        </ul>
        <p>${words.total}: ${formatMoney(receipt.total, locale)}</p>
      </main>`
    return c.html(htmlPage(locale, `${words[receipt.kind]} ${receipt.receiptId}`, STYLE_PATH, body))
  })
  return app
}
