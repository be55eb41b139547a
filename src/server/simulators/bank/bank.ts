import { randomUUID } from 'node:crypto'
import { findCard, type TestCard } from './cards.ts'
import { ACTION, openBook, type BankOrder, type Binding } from './book.ts'
import { ANSWER_FAULTS, LATE_MS, NOTICE_FAULTS, type BankCall, type Fault } from './faults.ts'

export type NewOrder = Pick<
  BankOrder,
  'number' | 'amount' | 'currency' | 'returnUrl' | 'description' | 'language' | 'clientId' | 'webhookUrl'
>
/** What a buyer does on the page. funds: the card lacks money; confirm, deny: at 3-D Secure. */
export const DECISIONS = ['approve', 'refuse', 'funds', 'confirm', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

const WRONG_BY = 100
const DOLLAR = '840'

/** A card bank that is nobody's: orders, cards and faults, whatever protocol it speaks. */
export const createBank = (file: string, now: () => number) => {
  const book = openBook(file, now)

  /** Uses up a fault armed for this payment, or for all. */
  const takeFault = (matches: (fault: Fault, call: BankCall | null) => boolean, ref: string | null): Fault | null => {
    const found = book.armed().find((each) => matches(each.fault, each.call) && (each.ref === null || each.ref === ref))
    return found && book.write({ type: 'used', fault: found.id }) ? found.fault : null
  }
  const faultOf = (fault: Fault, ref: string): boolean => takeFault((each) => each === fault, ref) !== null

  const pay = (order: BankOrder, card: TestCard, bind: boolean, bindingId: string | null): void => {
    const { ref } = order
    if (!card.funds) return void book.write({ type: 'declined', ref, actionCode: ACTION.funds })
    if (card.confirm && order.state !== 'confirm') return void book.write({ type: 'confirm', ref, card: card.number, bind, bindingId })
    const wrong = faultOf('amount', ref)
    book.write({
      ...{ type: 'paid', ref, card: card.number, bind, bindingId },
      amount: wrong ? order.amount + WRONG_BY : order.amount,
      currency: faultOf('currency', ref) ? DOLLAR : order.currency,
      shownFrom: faultOf('late', ref) ? now() + LATE_MS : 0
    })
  }

  return {
    /** Registers an order; null when its number is taken. */
    register: (order: NewOrder): string | null => {
      const ref = randomUUID()
      return book.write({ type: 'registered', ref, order }) ? ref : null
    },
    order: book.order,
    orders: book.orders,
    refOf: book.refOf,
    bindings: book.bindings,
    armed: book.armed,
    /** Whether the bank already says what was decided. */
    isShown: (order: BankOrder): boolean => order.shownFrom <= now(),
    decide: (ref: string, decision: Decision, cardNumber = '4111111111111111', bind = false): BankOrder | null => {
      const order = book.order(ref)
      const card = findCard(order?.card && order.state === 'confirm' ? order.card : cardNumber)
      if (!order || !card) return order
      if (decision === 'refuse') book.write({ type: 'declined', ref, actionCode: ACTION.refused })
      if (decision === 'funds') book.write({ type: 'declined', ref, actionCode: ACTION.funds })
      if (decision === 'deny') book.write({ type: 'declined', ref, actionCode: ACTION.confirmRefused })
      if (decision === 'approve' && order.state === 'registered') pay(order, card, bind, null)
      if (decision === 'confirm' && order.state === 'confirm') pay(order, card, order.bind, order.bindingId)
      return book.order(ref)
    },
    /** Charges a bound card. False when there is no such binding. */
    charge: (ref: string, binding: Binding | undefined): boolean => {
      const order = book.order(ref)
      const card = binding && findCard(binding.card)
      if (!order || !card || order.clientId !== binding.clientId) return false
      if (order.state === 'registered') pay(order, card, false, binding.id)
      return true
    },
    refund: (ref: string, amount: number): boolean => book.write({ type: 'refunded', ref, amount }),
    reverse: (ref: string): boolean => book.write({ type: 'reversed', ref }),
    unbind: (bindingId: string): boolean => book.write({ type: 'unbound', bindingId }),
    arm: (fault: Fault, call: BankCall | null = null, ref: string | null = null): void =>
      void book.write({ type: 'armed', fault, call, ref }),
    /** The fault that this call's answer is to have. */
    answerFault: (call: BankCall, ref: string | null): Fault | null =>
      takeFault((fault, of) => ANSWER_FAULTS.includes(fault) && (of === null || of === call), ref),
    /** The fault of the way back to the shop. */
    returnFault: (ref: string): Fault | null => takeFault((fault) => ['twice', 'together', 'early'].includes(fault), ref),
    /** The fault of what the shop is told about a payment. */
    noticeFault: (ref: string): Fault | null =>
      takeFault((fault, of) => NOTICE_FAULTS.includes(fault) && (of === null || of === 'notice'), ref),
    /** Whether the shop is to be asked wrongly before a payment. */
    precheckFault: (ref: string): boolean => faultOf('precheck', ref),
    close: book.close
  }
}
export type Bank = ReturnType<typeof createBank>
