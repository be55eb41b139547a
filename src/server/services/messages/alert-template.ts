import type { Locale } from '#domain/locale.ts'
import type { Translate } from '#i18n/keys.ts'
import type { MessageTemplate, RenderedTemplate } from './message-template.ts'

/** Of a name in an SMS, so that it stays one part. */
const MAX_NAME = { hy: 30, ru: 30, en: 80 } satisfies Record<Locale, number>

export const renderAlert = (
  t: Translate,
  locale: Locale,
  { about, name, window, link }: Extract<MessageTemplate, { kind: 'alert' }>
): RenderedTemplate => {
  const variables = { name, window, link }
  return {
    subject: t(`messages:alert.${about}.title`, variables),
    sms: t(`messages:alert.${about}.sms`, { name: shortName(name, locale) }),
    text: t(`messages:alert.${about}.email`, variables),
    push: t(`messages:alert.${about}.push`, variables),
    action: t(`messages:alert.${about}.action`)
  }
}

/** Typographic signs of a Latin name are outside the Latin SMS alphabet: one of them halves the length of a part. */
const shortName = (name: string, locale: Locale): string => {
  const plain =
    locale === 'en'
      ? name
          .replace(/[“”«»]/g, '"')
          .replace(/[‘’]/g, "'")
          .replace(/[–—]/g, '-')
      : name
  return plain.length > MAX_NAME[locale] ? `${plain.slice(0, MAX_NAME[locale] - 3).trimEnd()}...` : plain
}
