import type { Locale } from '#domain/locale.ts'

// Invoices name their sum in words too. Whole drams, below a thousand million.

const HY_ONES =
  'զրո մեկ երկու երեք չորս հինգ վեց յոթ ութ ինը տասը տասնմեկ տասներկու տասներեք տասնչորս տասնհինգ տասնվեց տասնյոթ տասնութ տասնինը'.split(
    ' '
  )
const HY_TENS = '- - քսան երեսուն քառասուն հիսուն վաթսուն յոթանասուն ութսուն իննսուն'.split(' ')
const RU_ONES =
  'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' '
  )
const RU_TENS = '- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ')
const RU_HUNDREDS = '- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ')
const EN_ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' '
  )
const EN_TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

type Words = string[]
const at = (list: readonly string[], index: number): string => list[index] ?? ''

const hyBelowThousand = (n: number): Words => {
  const [hundreds, rest] = [Math.floor(n / 100), n % 100]
  const tens = rest < 20 ? at(HY_ONES, rest) : at(HY_TENS, Math.floor(rest / 10)) + (rest % 10 ? at(HY_ONES, rest % 10) : '')
  return [...(hundreds > 1 ? [at(HY_ONES, hundreds)] : []), ...(hundreds ? ['հարյուր'] : []), ...(rest ? [tens] : [])]
}
const enBelowThousand = (n: number): Words => {
  const [hundreds, rest] = [Math.floor(n / 100), n % 100]
  const tens = rest < 20 ? at(EN_ONES, rest) : at(EN_TENS, Math.floor(rest / 10)) + (rest % 10 ? `-${at(EN_ONES, rest % 10)}` : '')
  return [...(hundreds ? [at(EN_ONES, hundreds), 'hundred'] : []), ...(rest ? [tens] : [])]
}
const ruBelowThousand = (n: number, feminine: boolean): Words => {
  const [hundreds, rest] = [Math.floor(n / 100), n % 100]
  const one = (digit: number): string => (feminine && digit === 1 ? 'одна' : feminine && digit === 2 ? 'две' : at(RU_ONES, digit))
  const tens = rest < 20 ? [one(rest)] : [at(RU_TENS, Math.floor(rest / 10)), ...(rest % 10 ? [one(rest % 10)] : [])]
  return [...(hundreds ? [at(RU_HUNDREDS, hundreds)] : []), ...(rest ? tens : [])]
}
const RU_PLURAL = new Intl.PluralRules('ru')
const ruForm = (n: number, one: string, few: string, many: string): string =>
  ({ one, few, many, zero: many, two: few, other: many })[RU_PLURAL.select(n)]

const WORDS: Record<Locale, (millions: number, thousands: number, rest: number) => Words> = {
  hy: (millions, thousands, rest) => [
    ...(millions ? [...hyBelowThousand(millions), 'միլիոն'] : []),
    ...(thousands > 1 ? hyBelowThousand(thousands) : []),
    ...(thousands ? ['հազար'] : []),
    ...hyBelowThousand(rest)
  ],
  en: (millions, thousands, rest) => [
    ...(millions ? [...enBelowThousand(millions), 'million'] : []),
    ...(thousands ? [...enBelowThousand(thousands), 'thousand'] : []),
    ...enBelowThousand(rest)
  ],
  ru: (millions, thousands, rest) => [
    ...(millions ? [...ruBelowThousand(millions, false), ruForm(millions, 'миллион', 'миллиона', 'миллионов')] : []),
    ...(thousands ? [...ruBelowThousand(thousands, true), ruForm(thousands, 'тысяча', 'тысячи', 'тысяч')] : []),
    ...ruBelowThousand(rest, false)
  ]
}
const ZERO: Record<Locale, string> = { hy: at(HY_ONES, 0), en: at(EN_ONES, 0), ru: at(RU_ONES, 0) }
const DRAMS: Record<Locale, (n: number) => string> = {
  hy: () => 'դրամ',
  en: (n) => (n === 1 ? 'dram' : 'drams'),
  ru: (n) => ruForm(n, 'драм', 'драма', 'драмов')
}

/** "տասներկու հազար հինգ հարյուր դրամ" for 12500; hundredths are rounded to whole drams. */
export const amountInWords = (amd: number, locale: Locale): string => {
  const n = Math.round(amd)
  const words = WORDS[locale](Math.floor(n / 1_000_000), Math.floor(n / 1_000) % 1_000, n % 1_000)
  return `${words.join(' ') || ZERO[locale]} ${DRAMS[locale](n)}`
}
