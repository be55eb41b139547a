import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { MINUTE } from '#domain/time/yerevan-time.ts'
import type { BankCall, Fault } from './faults.ts'

/** Time that a buyer has to enter the card. */
const ENTRY_MS = 20 * MINUTE
export const ACTION = { approved: 0, noAttempt: -100, refused: 100, funds: 116, confirmRefused: -2006, entryTimeout: -2007 } as const

export interface BankOrder {
  ref: string
  number: string
  amount: number
  currency: string
  returnUrl: string
  description: string
  language: string
  clientId: string | null
  /** Where the shop is told about it, for a provider that is given the address with the order. */
  webhookUrl?: string
  createdAt: number
  /** confirm: waits for the buyer's 3-D Secure; closed: ended by the shop before anybody paid; reversed: ended by it afterwards. */
  state: 'registered' | 'confirm' | 'deposited' | 'declined' | 'closed' | 'reversed'
  actionCode: number
  taken: number
  refunded: number
  /** Number of the card it was paid with. */
  card: string | null
  bindingId: string | null
  bind: boolean
  /** Until then its status is still said to be open. */
  shownFrom: number
}
export interface Binding {
  id: string
  clientId: string
  card: string
}

interface Times {
  /** Of the entry itself, so that its writer finds out what came of it. */
  id: string
  at: number
}
export type Entry =
  | {
      type: 'registered'
      ref: string
      order: Pick<BankOrder, 'number' | 'amount' | 'currency' | 'returnUrl' | 'description' | 'language' | 'clientId' | 'webhookUrl'>
    }
  | { type: 'confirm'; ref: string; card: string; bind: boolean; bindingId: string | null }
  | {
      type: 'paid'
      ref: string
      card: string
      bind: boolean
      bindingId: string | null
      amount: number
      currency: string
      shownFrom: number
    }
  | { type: 'declined'; ref: string; actionCode: number }
  | { type: 'reversed'; ref: string }
  | { type: 'refunded'; ref: string; amount: number }
  | { type: 'unbound'; bindingId: string }
  | { type: 'armed'; fault: Fault; call: BankCall | null; ref: string | null }
  | { type: 'used'; fault: string }

interface Armed {
  id: string
  fault: Fault
  call: BankCall | null
  ref: string | null
}

/**
 * Books of a simulated bank: a journal that is only appended to, of its own beside the shop's tables. What an entry changes depends on the
 * entries before it in the file, so several processes may write at once: the order of the file decides, and each reads on to see.
 */
export const openBook = (file: string, now: () => number) => {
  const orders = new Map<string, BankOrder>()
  const byNumber = new Map<string, BankOrder>()
  const bindings = new Map<string, Binding>()
  const armed = new Map<string, Armed>()
  let handle: number | null = null
  let position = 0
  let rest = Buffer.alloc(0)

  const open = (): number => {
    if (handle !== null) return handle
    mkdirSync(dirname(file), { recursive: true })
    handle = openSync(file, 'a+', 0o600)
    return handle
  }

  /** Reads what was appended since, by whichever process; answers whether the entry `wanted` took effect. */
  const catchUp = (wanted?: string): boolean => {
    const descriptor = open()
    const size = fstatSync(descriptor).size
    if (size <= position) return false
    const fresh = Buffer.alloc(size - position)
    position += readSync(descriptor, fresh, 0, fresh.length, position)
    const text = Buffer.concat([rest, fresh])
    const end = text.lastIndexOf(10) + 1
    rest = text.subarray(end)
    let took = false
    for (const line of text.subarray(0, end).toString('utf8').split('\n')) {
      const entry = parse(line)
      if (entry && apply(entry) && entry.id === wanted) took = true
    }
    return took
  }

  const apply = (entry: Entry & Times): boolean => {
    if (entry.type === 'registered') return register(entry)
    if (entry.type === 'armed') return armed.set(entry.id, entry).size > 0
    if (entry.type === 'used') return armed.delete(entry.fault)
    if (entry.type === 'unbound') return bindings.delete(entry.bindingId)
    const order = orders.get(entry.ref)
    if (!order) return false
    const isOpen = (order.state === 'registered' && entry.at - order.createdAt < ENTRY_MS) || order.state === 'confirm'
    if (entry.type === 'refunded') {
      if (order.state !== 'deposited' || entry.amount <= 0 || order.refunded + entry.amount > order.taken) return false
      order.refunded += entry.amount
      return true
    }
    if (entry.type === 'reversed') {
      if (order.state === 'deposited' && order.refunded === 0) Object.assign(order, { state: 'reversed', refunded: order.taken })
      else if (isOpen) order.state = 'closed'
      else return false
      return true
    }
    const timedOut = entry.type === 'declined' && entry.actionCode === ACTION.entryTimeout && order.state === 'registered'
    if (!isOpen && !timedOut) return false
    if (entry.type === 'declined') Object.assign(order, { state: 'declined', actionCode: entry.actionCode })
    else if (entry.type === 'confirm')
      Object.assign(order, { state: 'confirm', card: entry.card, bind: entry.bind, bindingId: entry.bindingId })
    else pay(order, entry)
    return true
  }

  const register = (entry: Extract<Entry, { type: 'registered' }> & Times): boolean => {
    if (byNumber.has(entry.order.number)) return false
    const order: BankOrder = {
      ...{ ...entry.order, ref: entry.ref, createdAt: entry.at, state: 'registered', actionCode: ACTION.noAttempt, taken: 0, refunded: 0 },
      ...{ card: null, bindingId: null, bind: false, shownFrom: 0 }
    }
    orders.set(entry.ref, order)
    byNumber.set(order.number, order)
    return true
  }

  const pay = (order: BankOrder, entry: Extract<Entry, { type: 'paid' }> & Times): void => {
    const bindingId = entry.bindingId ?? (entry.bind && order.clientId ? bindCard(order.clientId, entry.card, entry.id) : null)
    Object.assign(order, {
      ...{ state: 'deposited', actionCode: ACTION.approved, taken: entry.amount, currency: entry.currency },
      ...{ card: entry.card, bindingId, bind: entry.bind, shownFrom: entry.shownFrom }
    })
  }

  /** A card that is bound under the name already keeps its binding. */
  const bindCard = (clientId: string, card: string, id: string): string => {
    const earlier = [...bindings.values()].find((each) => each.clientId === clientId && each.card === card)
    if (earlier) return earlier.id
    bindings.set(id, { id, clientId, card })
    return id
  }

  /** Appends an entry; false when the entries before it leave nothing to change. */
  const write = (entry: Entry): boolean => {
    const id = randomUUID()
    writeSync(open(), `${JSON.stringify({ ...entry, id, at: now() })}\n`)
    return catchUp(id)
  }

  return {
    write,
    order: (ref: string): BankOrder | null => {
      catchUp()
      const order = orders.get(ref)
      const timedOut = order?.state === 'registered' && now() - order.createdAt >= ENTRY_MS
      if (timedOut) write({ type: 'declined', ref, actionCode: ACTION.entryTimeout })
      return order ? { ...order } : null
    },
    refOf: (number: string): string | null => {
      catchUp()
      return byNumber.get(number)?.ref ?? null
    },
    orders: (): BankOrder[] => {
      catchUp()
      return [...orders.values()]
    },
    bindings: (): Binding[] => {
      catchUp()
      return [...bindings.values()]
    },
    armed: (): Armed[] => {
      catchUp()
      return [...armed.values()]
    },
    close: (): void => {
      if (handle !== null) closeSync(handle)
      handle = null
    }
  }
}

const parse = (line: string): (Entry & Times) | null => {
  if (line === '') return null
  try {
    return JSON.parse(line) as Entry & Times
  } catch {
    // A process that was killed while it wrote; the line after it is whole.
    return null
  }
}
