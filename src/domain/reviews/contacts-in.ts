/** Dates, times and amounts of money look like phone numbers: they are taken out first. */
const HARMLESS =
  /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}:\d{2}\b|\d[\d \u00a0.,]*(?:֏|դր|AMD|драм|dram|руб|₽|\$|€)/giu

/** At least eight digits with at most three signs between them, such as (091) 23-45-67. */
const PHONE = /(?:\+|(?<!\d))\d(?:[\s().-]{0,3}\d){7,}/u
const MAIL = /[^\s@]+@[^\s@]+\.\p{L}{2,}/u
const LINK = /https?:|www\.|(?:^|[^\p{L}])(?:t|wa)\.me\b/iu
/** Names of sites: lower-case letters, no space after the full stop. */
const SITE = /(?<![\p{L}\p{N}])[\p{Ll}\p{N}-]{2,}\.(?:am|com|ru|org|net|info|shop|store|рф|հայ)(?![\p{L}\p{N}])/u
const ACCOUNT = /(?<![\p{L}\p{N}])@[\w.]{4,}/u

/** Whether a text has phone numbers, addresses of mail, links or names in messengers: what is published must not. */
export const hasContacts = (text: string): boolean => {
  const rest = text.replace(HARMLESS, ' ')
  return [PHONE, MAIL, LINK, SITE, ACCOUNT].some((pattern) => pattern.test(rest))
}
