import { desc, eq } from 'drizzle-orm'
import { GIFT_CARD_STATUS, GIFT_CARD_VALUE, MAX_GIFT_CARD_MESSAGE } from '#domain/gift-cards/gift-card.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts'
import { formatAmd, toAmd } from '#domain/money.ts'
import { isEmail, normalizeEmail } from '#domain/phone.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { GiftCardRow } from '#server/services/gift-cards/cards.ts'
import { issueGiftCard, giveAnotherCode } from '#server/services/gift-cards/issue.ts'
import { BadWords, readName, readNumber, requireEnd } from '#server/services/core/bad-words.ts'
import { printGiftCards } from './print-gift-cards.ts'
import { readOrder } from './read-order.ts'

type Verb = (ctx: Context, words: readonly string[]) => Promise<string[]>

const MAX_LISTED = 200

const readEmail = (word: string | undefined): string => {
  if (word === undefined || !isEmail(word))
    throw new BadWords(`EMAIL is the recipient's address, or "-" to hand the code over, not "${word ?? ''}"`)
  return normalizeEmail(word)
}

const issue: Verb = async (ctx, [amount, email, name, language = DEFAULT_LOCALE, ...words]) => {
  const drams = readNumber('AMOUNT', amount)
  const { min, max } = GIFT_CARD_VALUE
  if (drams < min || drams > max) throw new BadWords(`AMOUNT is ${min} to ${max} drams, not ${drams}`)
  const recipient = email === '-' ? '' : readEmail(email)
  const issuedBy = readName('gives it', name)
  const message = words.join(' ')
  if (message.length > MAX_GIFT_CARD_MESSAGE) throw new BadWords(`WORDS are at most ${MAX_GIFT_CARD_MESSAGE} characters`)
  const { card, code } = await issueGiftCard(ctx, {
    ...{ value: drams * 100, recipient, issuedBy },
    ...{ locale: readLanguage(language), message }
  })
  return [`gift card ${card.id} of ${money(card.value)} ${code === null ? `is on its way to ${recipient}` : `has the code ${code}`}`]
}

const readLanguage = (word: string): Locale => {
  if (!isLocale(word)) throw new BadWords(`LANGUAGE is hy, en or ru, not "${word}"`)
  return word
}

const again: Verb = async (ctx, [id, language = DEFAULT_LOCALE, ...rest]) => {
  requireEnd(rest)
  const cardId = readNumber('ID', id)
  const given = await giveAnotherCode(ctx, cardId, readLanguage(language))
  if (!given) throw new BadWords(`gift card ${cardId} waits for nobody to activate it; "list" shows those that do`)
  const { card, code } = given
  const where =
    code === null ? `another code of gift card ${cardId} is on its way to ${card.recipient}` : `gift card ${cardId} has the code ${code}`
  return [`${where}; the one before is worth nothing`]
}

const print: Verb = async (ctx, [order = '', ...rest]) => {
  requireEnd(rest)
  const target = readOrder(order)
  const cards = await printGiftCards(ctx, target)
  return [
    ...cards.map(({ name, value, code }) => [code, money(value), name.en].join('\t')),
    `${cards.length === 1 ? 'this is the card' : `these are the ${cards.length} cards`} of order ${target.number}; the codes are shown once, and those before are worth nothing`
  ]
}

const WORDS = Object.fromEntries(Object.entries(GIFT_CARD_STATUS).map(([name, status]) => [status, name.toLowerCase()]))

const list: Verb = async (ctx, [email, ...rest]) => {
  requireEnd(rest)
  const { giftCards, orderItems, orders } = schema
  const rows = await ctx.db
    .select({ card: giftCards, number: orders.number })
    .from(giftCards)
    .leftJoin(orderItems, eq(orderItems.id, giftCards.itemId))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .where(email === undefined ? undefined : eq(giftCards.recipient, readEmail(email)))
    .orderBy(desc(giftCards.id))
    .limit(MAX_LISTED)
  const lines = rows.map(({ card, number }) =>
    [
      card.id,
      card.createdAt.toISOString().slice(0, 10),
      `…${card.lastFour}`,
      money(card.value),
      `${money(card.balance)} left`,
      WORDS[card.status],
      number === null ? addresseeOf(card) : `order ${number}`,
      card.issuedBy || 'bought'
    ].join('\t')
  )
  return lines.length > 0 ? lines : ['there are no gift cards']
}

const addresseeOf = ({ recipient, unreachableAt }: GiftCardRow): string =>
  unreachableAt === null ? recipient : `${recipient} (not delivered)`

const money = (amount: number): string => formatAmd(toAmd(amount), 'en')

const VERBS: Readonly<Record<string, Verb>> = { issue, again, print, list }

/** Executes a command of staff about gift cards and returns lines for display. Throws BadWords and RefusedToStaff. */
export const operateGiftCards = async (ctx: Context, [verb = '', ...words]: readonly string[]): Promise<string[]> => {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!run) throw new BadWords(`there is no verb "${verb}"; the verbs are ${Object.keys(VERBS).join(', ')}`)
  return run(ctx, words)
}
