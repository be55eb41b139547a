import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { PAYMENT_METHOD, PRODUCT_LABELS } from '#domain/enums.ts'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { labelKeys } from '#i18n/label-keys.ts'
import { GIFT_CARDS, METHODS, POINTS } from '#server/services/payments/methods.ts'
import { MODALS } from '#stores/modal-list.ts'
import { messagesOf, textsOf, type ShopText } from '#tests/support/shop-texts.ts'
import { ROOT, sourcesOf } from '#tests/support/sources.ts'

const endpoints = Object.values(contract).flatMap((noun) => Object.values(noun as Record<string, { method: string; path: string }>))
const hasEndpoint = (method: string, path: string) => endpoints.some((one) => one.method === method && one.path === path)
const hasPage = (path: string) => existsSync(join(ROOT, 'src/pages/[...locale]', `${path}.astro`))
const hasModal = (id: string) => Object.hasOwn(MODALS, id)
const hasMethod = (...ids: number[]) => METHODS.some(({ id }) => ids.includes(id))
const hasCommand = (verb: string) => sourcesOf('src/server/services/orders/staff').some(({ path }) => path.includes(verb))
const server = sourcesOf('src/server')
  .map(({ text }) => text)
  .join('\n')

interface Promised {
  what: string
  says: Record<Locale, RegExp>
  exists: () => boolean
}

/** What sentences may promise, and what must exist for it. A new promise is added with its counterpart. */
const PROMISES: readonly Promised[] = [
  {
    what: 'pickup',
    says: {
      en: /pick(s|ed)? (it |them )?up\b|\bpickup\b/i,
      ru: /самовывоз|забрать (заказ|его)|заберите/i,
      hy: /տեղից վերցն|վերցնե(լ|ք) (այն )?տեղից|ինքնարտահանում/i
    },
    exists: () => hasModal('supplier-branches')
  },
  {
    what: 'group orders',
    says: { en: /group order/i, ru: /группов\S+ заказ/i, hy: /խմբային պատվեր/i },
    exists: () => hasEndpoint('POST', '/orders/group')
  },
  {
    what: 'rating an order',
    says: {
      en: /\brate (it|the order|this order|your order)\b|appear after the first orders/i,
      ru: /оцени(те|ть)/i,
      hy: /գնահատե(ք|լ)(?![ա-ֆ])/i
    },
    exists: () => hasModal('rate-order') && hasEndpoint('POST', '/orders/review')
  },
  {
    what: 'a contact page',
    says: {
      en: /contact us|write to us|tell us about it/i,
      ru: /связаться с нами|напишите нам/i,
      hy: /հետադարձ կապ|գրեք մեզ(?!՝ պատասխանելով)/i
    },
    exists: () => hasPage('contact-us')
  },
  {
    what: 'applications of couriers and partners',
    says: {
      en: /become (a|our) (courier|partner)|both forms|put your products on/i,
      ru: /станьте (нашим )?(партнёром|курьером)|анкет|разместите свои/i,
      hy: /դարձեք (մեր )?(գործընկեր|առաքիչ)|հայտաձև|տեղադրեք ձեր/i
    },
    exists: () => hasPage('become-a-courier') && hasPage('become-a-partner')
  },
  {
    what: 'saved cards',
    says: {
      en: /cards? can be saved|saved cards?|addresses and cards/i,
      ru: /карту можно сохранить|сохранённ\S+ карт|адреса и карты/i,
      hy: /քարտը կարող եք պահպանել|պահված քարտ|հասցեներն ու քարտերը/i
    },
    exists: () => hasEndpoint('GET', '/user/profile/cards')
  },
  ...(
    [
      ['Apple Pay', PAYMENT_METHOD.APPLE_PAY],
      ['Idram', PAYMENT_METHOD.IDRAM],
      ['Telcell', PAYMENT_METHOD.TELCELL],
      ['FastShift', PAYMENT_METHOD.FAST_SHIFT]
    ] as const
  ).map(([name, id]) => ({
    what: name,
    says: { en: new RegExp(name), ru: new RegExp(name), hy: new RegExp(name) },
    exists: () => hasMethod(id)
  })),
  {
    what: 'bank transfers',
    says: { en: /by bank transfer/i, ru: /банковским переводом/i, hy: /բանկային փոխանցումով/i },
    exists: () => hasMethod(PAYMENT_METHOD.BANK)
  },
  {
    what: 'a card terminal at the door',
    says: { en: /by terminal|’s terminal/i, ru: /через терминал/i, hy: /տերմինալով/i },
    exists: () => hasMethod(PAYMENT_METHOD.POS)
  },
  {
    what: 'paying with gift cards',
    says: { en: /with (a )?gift cards?\b|gift cards? pays?/i, ru: /подарочн(ой картой|ыми картами)/i, hy: /նվեր քարտ(ով|երով)/i },
    exists: () => GIFT_CARDS.id === PAYMENT_METHOD.GIFT_CARD && hasPage('account/gift-cards/index')
  },
  {
    what: 'bonus points',
    says: {
      en: /pay with (bonus )?points|1 point is |points are |in your wallet|for points|\+ points/i,
      ru: /оплат\S+ (бонусными )?баллами|балл равен|баллы (начисляются|действуют|лежат)|за баллы|\+ баллы/i,
      hy: /միավորներով վճարե|1 միավորը 1 ֏ է|միավորները հաշվեգրվում են|միավորները գործում են|^միավորներով$|\+ միավորներ/i
    },
    exists: () => POINTS.id === PAYMENT_METHOD.BONUS && hasPage('account/wallet')
  },
  {
    what: 'promo codes at checkout',
    says: { en: /(enter|apply|use) (a|the|your) promo code/i, ru: /(введите|примените) промокод/i, hy: /(մուտքագրեք|կիրառեք) պրոմոկոդ/i },
    exists: () =>
      /promoCode/.test(
        sourcesOf('src/contract/orders')
          .map(({ text }) => text)
          .join('\n')
      )
  },
  {
    what: 'gift cards sent by email',
    says: {
      en: /sent within minutes|electronic (gift )?cards?|printed and electronic|send a gift card/i,
      ru: /электронн\S+ (подарочн|карт)|и электронные|отправка за минуты|отправить подарочную карту/i,
      hy: /էլեկտրոնային (նվեր )?քարտ|և էլեկտրոնային|րոպեների ընթացքում|ուղարկել նվեր քարտ/i
    },
    exists: () => hasEndpoint('POST', '/gift-card/orders')
  },
  {
    what: 'prices in other currencies',
    says: { en: /in other currencies/i, ru: /в других валютах/i, hy: /այլ արժույթներով/i },
    exists: () => existsSync(join(ROOT, 'content/market/rates.yaml'))
  },
  {
    what: 'why a delivery time has moved',
    says: { en: /explains? why it/i, ru: /объяснение, почему/i, hy: /փոփոխության պատճառ/i },
    exists: () => messagesOf('en').some(({ at, text }) => at.startsWith('orders:moved') && text.includes('{{reason}}'))
  },
  {
    what: 'who else delivers to an address',
    says: { en: /who else (can )?deliver/i, ru: /кто ещё может/i, hy: /էլ ով կարող է առաքել/i },
    exists: () => hasPage('delivery-and-payment/places')
  },
  {
    what: 'a reply to our emails',
    says: { en: /reply(ing)? to (any|our|the|this)/i, ru: /ответ(ьте|ив) на/i, hy: /պատասխան(եք|ելով)/i },
    exists: () => server.includes('MAIL_FROM')
  },
  {
    what: 'a copy of own data',
    says: { en: /download (my data|everything)/i, ru: /скачать (мои данные|всё)/i, hy: /ներբեռնել (իմ տվյալները|այն ամենը)/i },
    exists: () => hasPage('account/privacy') && hasEndpoint('GET', '/user/profile/export')
  },
  {
    what: 'deleting the account',
    says: { en: /delete (my|your) account/i, ru: /удалить (мой )?аккаунт/i, hy: /ջնջել (իմ )?հաշիվը/i },
    exists: () => hasModal('account-deletion') && hasEndpoint('POST', '/user/profile/deletion')
  },
  {
    what: 'cancelling an order',
    says: { en: /cancel (the|an|this|your)? ?order/i, ru: /отменить заказ/i, hy: /չեղարկել պատվերը/i },
    exists: () => endpoints.some(({ path }) => path === '/orders/cancel/:id')
  },
  {
    what: 'following an order',
    says: {
      en: /track your order|updates by itself/i,
      ru: /следите за заказом|обновляется сам/i,
      hy: /հետևեք պատվերին|թարմանում է ինքնուրույն/i
    },
    exists: () => hasModal('order-tracking') && hasEndpoint('GET', '/orders/events')
  },
  {
    what: 'refunds',
    says: {
      en: /\brefund|money (goes|comes) back|money back/i,
      ru: /деньги .{0,20}верн|верн\S+ .{0,12}деньги/i,
      hy: /գումար\S* .{0,12}վերադ/i
    },
    exists: () => sourcesOf('src/server/services/payments').some(({ text }) => text.includes('paymentRefunds')) && hasCommand('refund')
  },
  {
    what: 'preorders from closed sellers',
    says: { en: /preorder/i, ru: /предзаказ/i, hy: /նախապատվեր/i },
    exists: () =>
      /preorder/.test(
        sourcesOf('src/contract/catalogue')
          .map(({ text }) => text)
          .join('\n')
      )
  },
  {
    what: 'a choice of messages',
    says: {
      en: /which messages/i,
      ru: /какие сообщения/i,
      hy: /ինչ հաղորդագրություններ|ո՞ր հաղորդագրությունները|որ հաղորդագրությունները/i
    },
    exists: () => hasPage('account/notifications/settings')
  },
  {
    what: 'marking a place on the map',
    says: { en: /mark .{0,20}on the map/i, ru: /отмет(ьте|ить) .{0,20}на карте/i, hy: /նշ(եք|ել) .{0,20}քարտեզի վրա/i },
    exists: () => hasModal('address-search') && hasEndpoint('GET', '/geo/reverse-search/:lat/:lng')
  }
]

/** A sentence that says what is not there yet, or what an offer that is over did not take, promises nothing. */
const HONEST: Record<Locale, RegExp> = {
  en: /\byet\b|didn’t count/i,
  ru: /пока|ещё нет|не участвовал/i,
  hy: /դեռ|առայժմ|չէին մասնակցում/i
}

/** Codes of the spec that nothing in the server answers with: nobody reads their sentences. */
const isAnswered = (at: string): boolean => {
  const code = /^codes:([A-Z0-9_]+?)(_[a-z]+)?$/.exec(at)?.[1]
  return code === undefined || server.includes(`'${code}'`)
}
const shownLabels = new Set<string>(PRODUCT_LABELS.flatMap((label) => labelKeys([label], 0)))
/** Neither is a label read that is not shown, nor the message of a mode that no order can have. */
const isRead = ({ at }: ShopText): boolean =>
  isAnswered(at) &&
  (!at.startsWith('product:label') || shownLabels.has(at)) &&
  (!at.startsWith('messages:order.readyForPickup') || hasModal('supplier-branches'))

const sentences = (text: string): string[] => text.split(/(?<=[.!?։])\s+/u)

/** Texts that promise a thing. */
const promising = (texts: readonly ShopText[], locale: Locale, { says }: Promised): string[] =>
  texts.flatMap(({ at, text }) =>
    sentences(text)
      .filter((sentence) => says[locale].test(sentence) && !HONEST[locale].test(sentence))
      .map((sentence) => `${at}: ${sentence}`)
  )

describe.each(LOCALES)('%s', (locale) => {
  const texts = textsOf(locale).filter(isRead)

  test.each(PROMISES)('promises $what only when it exists', (promised) => {
    expect(promised.exists() ? [] : promising(texts, locale, promised)).toEqual([])
  })

  test('what exists is promised somewhere: the expressions find real sentences', () => {
    const unused = PROMISES.filter((promised) => promised.exists() && promising(texts, locale, promised).length === 0)
    expect(unused.map(({ what }) => what)).toEqual([])
  })
})

test.each<[Locale, string, string]>([
  ['en', 'pickup', 'You can pick it up on the way home.'],
  ['ru', 'pickup', 'А если вам по пути, заберите заказ сами: самовывоз бесплатный.'],
  ['hy', 'pickup', 'Ընտրեք տեղից վերցնելու տարբերակը։'],
  ['en', 'group orders', 'With a group order, everyone pays for themselves.'],
  ['ru', 'Idram', 'Платите через Idram.'],
  ['hy', 'bonus points', 'Ընտրեք միավորներով վճարելը։'],
  ['en', 'a contact page', 'Use the “Contact us” page.'],
  ['ru', 'applications of couriers and partners', 'Если у вас свой бизнес, станьте нашим партнёром.'],
  ['hy', 'gift cards sent by email', 'Նվեր քարտեր՝ սովորական և էլեկտրոնային։']
])('%s: a sentence that promises %s is found', (locale, what, text) => {
  const promised = PROMISES.find((one) => one.what === what)
  expect(promised && promising([{ at: 'here', text }], locale, promised)).toHaveLength(1)
})

test('express laundry takes 48 hours at twice the price, urgent less than that', () => {
  const rules = readFileSync(join(ROOT, 'content/market/suppliers/dzyunapayl/supplier.yaml'), 'utf8')
  expect(rules).toContain('express: { hours: 48, factor: 2 }')
  expect(rules).toMatch(/urgent: \{ hours: 24, factor: [3-9] \}/)
})

test('a sentence about what is not there yet promises nothing', () => {
  const [pickup] = PROMISES
  expect(pickup && promising([{ at: 'here', text: 'Pickup isn’t available yet.' }], 'en', pickup)).toEqual([])
})
