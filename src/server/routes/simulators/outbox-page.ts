import { html } from 'hono/html'
import { formatDateTime } from '#i18n/dates.ts'
import { LOCALES, localePath, type Locale } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import { LANGUAGE_NAMES } from '#i18n/locales.ts'
import type { Translate } from '#i18n/keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import type { StoredMessage } from '#server/services/messages/own-messages.ts'
import { htmlPage } from '#server/simulators/html-page.ts'

/** The outbox as one static page without script or inline style. `html` escapes every value. */
export const outboxPage = (locale: Locale, messages: StoredMessage[]) => {
  const t = getTranslator(locale)
  const title = `${t('auth:message.outbox.title')} · ${t('frame:brand')}`
  return htmlPage(
    locale,
    title,
    '/outbox/style.css',
    html` <header>
        <a href="${localePath(locale, '/')}">${t('auth:message.outbox.back')}</a>
        <nav aria-label="${t('auth:message.outbox.languages')}">
          <ul>
            ${LOCALES.map((other) => languageLink(other, other === locale))}
          </ul>
        </nav>
      </header>
      <main>
        <h1>${t('auth:message.outbox.title')}</h1>
        <p class="intro">${t('auth:message.outbox.intro')}</p>
        <a class="reload" href="/outbox?language=${locale}">${t('auth:message.outbox.reload')}</a>
        ${
          messages.length === 0
            ? html`<p class="empty">${t('auth:message.outbox.empty')}</p>`
            : html`<ul class="messages">
                ${messages.map((message) => messageCard(t, message))}
              </ul>`
        }
      </main>`
  )
}

const languageLink = (locale: Locale, isCurrent: boolean) =>
  html`<li>
    <a href="/outbox?language=${locale}" lang="${locale}" hreflang="${locale}" aria-current="${isCurrent}">${LANGUAGE_NAMES[locale]}</a>
  </li>`

const messageCard = (t: Translate, { channel, recipient, subject, body, secret, createdAt }: StoredMessage) => {
  const at = createdAt.getTime()
  const to = channel === 'email' ? recipient : formatPhone(recipient)
  return html`<li class="message">
    <p class="meta">
      <span>${t(`auth:message.outbox.${channel === 'push' ? 'sms' : channel}`)}</span>
      <time datetime="${toIso(at)}">${formatDateTime(at)}</time>
    </p>
    <h2>${subject ? `${to}: ${subject}` : to}</h2>
    <p class="text">${secret ? withCodes(body) : body}</p>
  </li>`
}

/** Highlights six digits, and makes links clickable. */
const withCodes = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+|\b\d{6}\b)/)
    .map((part, index) =>
      index % 2 === 0 ? part : part.startsWith('http') ? html`<a href="${part}">${part}</a>` : html`<strong class="code">${part}</strong>`
    )
