import { describe, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'
import { fieldLabel } from '#server/routes/http/field-label.ts'
import { articlesOf, marketRows, messagesOf, namesOf, textsOf, type ShopText } from '#tests/support/shop-texts.ts'
import { sourcesOf } from '#tests/support/sources.ts'

/** Holds the machine-checkable rules of src/i18n/README.md. */
const found = (texts: readonly ShopText[], pattern: RegExp): string[] =>
  texts.filter(({ text }) => pattern.test(text)).map(({ at, text }) => `${at}: ${text}`)

/** Terms that the glossary replaces, and what stands instead. */
const NOT_TERMS: Record<Locale, readonly [pattern: RegExp, instead: string][]> = {
  en: [
    [/\bgoods\b/i, 'products; items in a basket'],
    [/\bways? to pay\b/i, 'payment method'],
    [/\bcampaigns?\b/i, 'offer'],
    [/\blog(ged)? in\b|\blogin\b/i, 'sign in'],
    [/\btax id\b/, 'tax ID'],
    [/\bpresent password\b/i, 'current password'],
    [/\bfrom our letter\b/i, 'email'],
    [/\bdemonstration market\b/i, 'demo'],
    [/\b6 digits? code\b|\bcode of 6 digits\b/i, '6-digit code'],
    [/\brefused (the|your) card\b/i, 'declined your card']
  ],
  ru: [
    [/СМС/, 'SMS'],
    [/«(Шук|Шуку)[аеуы]?»/, 'Шука без кавычек'],
    [/(?<!\p{L})в Шук[ее]/u, 'на Шуке'],
    [/демонстрационный рынок|все товары рынка|бренды рынка/i, 'маркетплейс'],
    [/шестизначн|код из 6 цифр/i, '6-значный код'],
    [/(?<!\p{L})(новые|избранные|другое) мест[оа](?!\p{L})|\}\} мест[оа]?$/iu, 'продавец; заведения и магазины'],
    [/код двери/i, 'код домофона'],
    [/Меньше 18/, 'младше 18']
  ],
  hy: [
    [/^սիրելի|\}\} սիրելի|սիրելիներ|նախընտրած/i, 'հավանածներ'],
    [/«Շուկա/, 'Շուկա՝ առանց չակերտների'],
    [/փորձնական ռեժիմ/i, 'ցուցադրական ռեժիմ'],
    [/6 նիշանոց|6-նիշ(?!անոց)|վեցանիշ/i, '6-նիշանոց'],
    [/\}\} (վ-ից|վայրկյան)/i, 'վրկ'],
    [/դուրս (է |եք )?գր/i, 'մուտքը փակվել է'],
    [/ճաշացանկ/i, 'մենյու'],
    [/ապրանքանիշ/i, 'բրենդ'],
    [/նոր վայր|ուրիշ վայր|այլ վայր|^վայրեր$/i, 'վաճառակետ'],
    [/18 տարեկանից ցածր/i, 'մինչև 18 տարեկան'],
    [/լատինատառ|աջակցում/i, 'լատինական տառեր; հասանելի է']
  ]
}

describe.each(LOCALES)('%s', (locale) => {
  const texts = textsOf(locale)
  const shared = [...messagesOf(locale), ...articlesOf(locale)]

  test.each(NOT_TERMS[locale])('%s is not a term of the glossary: %s', (pattern) => {
    expect(found(shared, pattern)).toEqual([])
  })

  test('one dot, one ellipsis, quotes and apostrophes of the language', () => {
    expect(found(texts, /\u2024/), 'a full stop, not a one dot leader').toEqual([])
    expect(found(texts, /\s…|\.\.\./)).toEqual([])
    expect(found(texts, locale === 'en' ? /[«»]/ : /[“”]/)).toEqual([])
    expect(
      found(shared, /\p{L}'\p{L}/u).filter((text) => !/\.sms:/.test(text)),
      'an apostrophe, not a straight quote'
    ).toEqual([])
    if (locale === 'hy') expect(found(shared, /[ա-և]:(\s|$)/), '՝ or ., not a colon').toEqual([])
  })

  test('numbers and percents', () => {
    expect(found(texts, /\d,\d{3}\b|\bAMD\b/), '5 000 ֏').toEqual([])
    expect(found(texts, locale === 'ru' ? /[\d}]%/ : /[\d}][ \u00a0]%/), locale === 'ru' ? '20 %' : '20%').toEqual([])
  })

  test('an order has its number with a sign', () => {
    const sign = { hy: /№ \{\{number\}\}/, en: /No\. \{\{number\}\}/, ru: /№ \{\{number\}\}/ }[locale]
    const numbered = messagesOf(locale).filter(({ at, text }) => /\{\{number\}\}/.test(text) && !(locale !== 'hy' && at.endsWith('.sms')))
    expect(numbered.filter(({ text }) => !sign.test(text)).map(({ at }) => at)).toEqual([])
  })

  test('paragraphs of letters begin with a capital, a number or a value', () => {
    const letters = messagesOf(locale).filter(({ at }) => at.endsWith('.email'))
    expect(letters.length).toBeGreaterThan(10)
    const paragraphs = letters.flatMap(({ at, text }) => text.split('\n\n').map((paragraph) => ({ at, text: paragraph })))
    expect(found(paragraphs, /^\p{Ll}/u)).toEqual([])
  })
})

/** What announces a change that has just been made. */
const TOASTS = [
  ...['account:removed', 'account:changed', 'address:saidSaved', 'auth:password.isSet', 'auth:validation.done', 'auth:verification.done'],
  ...['auth:contactInfo.emailDone', 'auth:contactInfo.phoneDone', 'auth:contactInfo.emailAdded', 'auth:contactInfo.phoneAdded'],
  ...[
    'basket:said.cleared',
    'favourites:said.added',
    'favourites:said.removed',
    'privacy:export.done',
    'product:shared',
    'supplier:copied'
  ],
  'social:linked.removed'
]
const TOAST: Record<Locale, RegExp> = {
  en: /^(?!(The|Your) )(?!.* (is|are|was|has been) ).*(ed|set)( (to|from) favourites)?$/i,
  ru: /(н[аоы]?|ён|ено)( в избранное| из избранного)?$/,
  hy: /(վեց|վեցին)( հավանած(ներում|ներից))?$/
}
test.each(LOCALES)('%s: announcements have one form: "Address deleted"', (locale) => {
  const messages = new Map(messagesOf(locale).map(({ at, text }) => [at, text]))
  expect(TOASTS.filter((key) => !messages.has(key))).toEqual([])
  expect(TOASTS.filter((key) => !TOAST[locale].test(messages.get(key) ?? '')).map((key) => `${key}: ${messages.get(key)}`)).toEqual([])
})

const PROPER =
  /^(I|I’m|Shuka|Shuka’s|JavaScript|English|Russian|Armenian|SMS|OK|ID|TIN|No|Google|Facebook|Apple|Pay|Abovyan|Armenia|Yerevan|AMD|Lenten|Idram|Telcell|FastShift|Dzor)$/
test('en: names of buttons and headings are in sentence case', () => {
  const short = messagesOf('en').filter(({ text }) => text.split(/\s+/).length <= 5 && !/[.:?!…\n/]|\{\{/.test(text))
  expect(short.length).toBeGreaterThan(200)
  const wrong = short.filter(({ text }) =>
    text
      .split(/[\s(),]+/)
      .slice(1)
      .some((word) => /^\p{Lu}/u.test(word) && !PROPER.test(word))
  )
  expect(wrong.map(({ at, text }) => `${at}: ${text}`)).toEqual([])
})

test('rows of the demo market write percents, prices and dots as everything else does', () => {
  const rows = marketRows()
  expect(found(rows, /[Ա-և][^,"]*\d[ \u00a0]%/u), 'hy 20%').toEqual([])
  expect(found(rows, /[а-яё][^,"]*\d%/iu), 'ru 20 %').toEqual([])
  expect(found(rows, /\d,\d{3} AMD/)).toEqual([])
  expect(found(rows, /\u2024/)).toEqual([])
})

/** Russian words of reviews that name the writer's gender: names of writers are given at random. */
test('Russian reviews have no gender', () => {
  const reviews = marketRows().filter(({ at }) => at.endsWith('reviews.csv'))
  expect(reviews.length).toBeGreaterThan(100)
  const gendered =
    /(?<!\p{L})(просила?|заказала?|доволен|довольна|ожидала?|ждала?|проверила?|посоветовала?|понравил[аи]сь мне|рад|рада)(?!\p{L})/iu
  expect(found(reviews, gendered)).toEqual([])
})

const count = (text: string, letters: RegExp): number => [...text.matchAll(letters)].length

/** Both Հ and Խ are х in Russian, so that no sound drops out of a name. */
test('names are transliterated into Russian by the table', () => {
  const [hy, ru] = [namesOf('hy'), namesOf('ru')]
  expect(hy.length).toBeGreaterThan(100)
  const dropped = hy.filter(({ text }, index) => count(ru[index]?.text ?? '', /х/gi) < count(text, /[հխ]/gi))
  expect(dropped.map(({ at, text }) => `${text}: ${ru[Number(at)]?.text}`)).toEqual([])
})

/** Fields that no form shows: browsers fill them in, or they choose between lists of an address. */
const TECHNICAL = new Set([
  ...[
    'Content-Currency',
    'Idempotency-Key',
    'Session-Id',
    'X-Forwarded-For',
    'admissionTimes',
    'agreed',
    'basketVersion',
    'body',
    'branchId',
    'claims',
    'csrfToken',
    'deliveryNow',
    'endpoint',
    'hash',
    'id',
    'itemId',
    'memberId',
    'minimum',
    'orderId',
    'orderMode',
    'photoId',
    'startAnew',
    'userId',
    'deadlineMinutes',
    'againOf',
    'useWallet',
    'walletAmount',
    'useGiftCard',
    'giftCardAmount',
    'useCorporateWallet',
    'corporateWalletAmount',
    'giftCardOnly'
  ],
  ...['orderPrice', 'sessionId', 'supplierType', 'token', 'type']
])
describe.each(LOCALES)('a refused field in %s', (locale) => {
  const t = getTranslator(locale)
  const fields = new Set(
    sourcesOf('src/server').flatMap(({ text }) => [...text.matchAll(/\bfield: '([\w-]+)'/g)].map(([, name]) => name ?? ''))
  )

  test('has a label, unless no form shows it', () => {
    expect(fields.size).toBeGreaterThan(20)
    expect([...fields].filter((name) => !TECHNICAL.has(name) && fieldLabel(name, t) === null)).toEqual([])
    expect([...TECHNICAL].filter((name) => fieldLabel(name, t) !== null)).toEqual([])
  })

  test('is never named by its technical name', () => {
    for (const name of fields) expect(fieldLabel(name, t) ?? '').not.toBe(name)
    expect(fieldLabel('items.1.quantity', t)).toBe({ hy: 'Քանակ', en: 'Quantity', ru: 'Количество' }[locale])
    expect(fieldLabel('csrfToken', t)).toBeNull()
  })
})
