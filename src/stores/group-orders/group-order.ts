import { atom } from 'nanostores'
import { followEvents } from '#client/events.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { GroupMember, GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { groupPath, isEnded, UNLIMITED } from '#domain/orders/group-order.ts'
import { announce } from '#stores/announce.ts'
import { itemsOf } from '#stores/baskets/lines.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { shownBasket } from '#stores/baskets/shown.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, isFailure, type Failure } from '#stores/errors.ts'
import { openModal } from '#stores/modals.ts'
import { savedStore } from '#stores/saved.ts'
import { isExactly, isShape, isText, type Of } from '#stores/shape.ts'

const isSaved = isShape({ version: isExactly(1), hash: isText })
/** The hash of the group order that the person is in; '' for none. */
const $savedGroup = savedStore<Of<typeof isSaved>>('root:groupOrder', isSaved, { version: 1, hash: '' })
export { $savedGroup }

export type GroupState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; info: GroupOrderInfo }

const NONE: GroupState = { state: 'none' }
/** The group order that the person is in, or was in until it ended. */
const $group = atom<GroupState>(NONE)
export { $group }

const POLL_MS = 5_000
/** When fifty choose at once, a tab fetches what they chose so often. */
const BURST_MS = 150

const knownInfo = (): GroupOrderInfo | null => {
  const known = $group.get()
  return known.state === 'ready' ? known.info : null
}

/** Whether the person still takes part: the group order has not ended, and they were not taken out. */
export const takesPart = ({ state, role }: GroupOrderInfo): boolean => !isEnded(state) && role !== 'outsider'

/** Forgets the group order, as one does that has ended. */
export const forgetGroup = (): void => {
  $savedGroup.set({ version: 1, hash: '' })
  $group.set(NONE)
  $taken.set([])
}

/** Names of what was taken off the own choice by somebody else, until the choice is changed again. */
const $taken = atom<readonly string[]>([])
export { $taken }

/** Shows what the server answered. What others changed is announced, a basket that may differ is read again, and the end, or that everybody has to pay, is said in a dialog. */
export const acceptGroup = async (info: GroupOrderInfo): Promise<void> => {
  const before = knownInfo()
  if (JSON.stringify(before) === JSON.stringify(info)) return
  $group.set({ state: 'ready', info })
  $savedGroup.set({ version: 1, hash: takesPart(info) ? info.hash : '' })
  if (!before || before.id !== info.id) return
  announceChanges(before, info)
  noteTaken(before, info)
  const collects = before.state !== 'collecting' && info.state === 'collecting'
  if (collects || (takesPart(before) && !takesPart(info))) openModal('group-order')
  if (mayChangeBasket(before, info)) await loadBasket()
}

/** Whether its items are lines of baskets. */
const isChosen = (info: GroupOrderInfo): boolean => takesPart(info) && (info.state === 'open' || info.state === 'locked')
/** What is gone from the own choice, and in the basket that is shown still: it was not the person who removed it. */
const noteTaken = (before: GroupOrderInfo, now: GroupOrderInfo): void => {
  const [items, earlier] = [ownMember(now)?.items ?? [], ownMember(before)?.items ?? []]
  // While everybody pays, the items are lines of the order, with ids of their own.
  if (!isChosen(before) || !isChosen(now)) return $taken.set([])
  if (JSON.stringify(items) === JSON.stringify(earlier)) return
  const shown = new Set(itemsOf(shownBasket()).map(({ id }) => id))
  const names = earlier.filter(({ id }) => shown.has(id) && !items.some((item) => item.id === id)).map(({ name }) => name)
  $taken.set(names)
  if (names.length > 0) void announce('group:said.taken', { names: names.join(', ') })
}

/** The initiator's basket holds everybody's lines; a member's is their own, until the list is closed or the group order ends. */
const mayChangeBasket = (before: GroupOrderInfo, now: GroupOrderInfo): boolean =>
  now.role !== 'member' || before.state !== now.state || JSON.stringify(ownMember(before)?.items) !== JSON.stringify(ownMember(now)?.items)

const deliveryOf = ({ delivery: { address, slot } }: GroupOrderInfo): string => JSON.stringify([address, slot])

const announceChanges = (before: GroupOrderInfo, now: GroupOrderInfo): void => {
  if (before.state === 'open' && now.state === 'locked') void announce('group:said.locked')
  if (before.state !== 'open' && now.state === 'open') void announce('group:said.opened')
  if (before.state !== 'collecting' && now.state === 'collecting') void announce('group:said.collecting')
  if (!takesPart(now)) return
  if (isChosen(before) && isChosen(now) && deliveryOf(before) !== deliveryOf(now)) void announce('group:said.delivery')
  const earlier = new Map(before.members.map((member) => [member.id, member]))
  const present = new Set(now.members.map(({ id }) => id))
  for (const member of now.members) if (!member.isYou) announceMember(earlier.get(member.id), member)
  for (const { id, name, isYou } of before.members) if (!present.has(id) && !isYou) void announce('group:said.left', { name })
}

const announceMember = (before: GroupMember | undefined, { name, ready, itemsPrice, payment }: GroupMember): void => {
  if (!before) return void announce('group:said.joined', { name })
  if (before.payment !== payment && payment === 'paid') return void announce('group:said.paid', { name })
  if (before.payment !== payment && payment === 'refused') return void announce('group:said.refused', { name })
  if (before.ready !== ready) return void announce(ready ? 'group:said.isReady' : 'group:said.choosing', { name })
  if (before.itemsPrice !== itemsPrice) void announce('group:said.changed', { name })
}

/** Fetches the group order: the one that the basket is in, else the saved one, which tells how it ended. An unknown one is forgotten; other failures keep what is shown. */
export const loadGroup = async (): Promise<void> => {
  // One that has ended is saved no more, and shown until it is dismissed.
  const hash = $savedGroup.get().hash || knownInfo()?.hash
  if ($group.get().state === 'none') $group.set({ state: 'loading' })
  try {
    const { call } = environment()
    const own = await call(groupOrders.info, { query: {} })
    const info = own ?? (hash ? await call(groupOrders.info, { query: { hash } }) : null)
    if (info) await acceptGroup(info)
    else forgetGroup()
  } catch (cause) {
    if (isFailure(cause, 'GROUP_ORDER_NOT_FOUND')) forgetGroup()
    else if ($group.get().state !== 'ready') $group.set({ state: 'failed', failure: failureOf(cause) })
  }
}

let reading: Promise<void> | null = null
let readAgain = false
/** Fetches it for an event; events that come meanwhile, and shortly after, are answered by one more fetch. */
const refresh = (): void => {
  readAgain = true
  reading ??= (async () => {
    while (readAgain) {
      readAgain = false
      await loadGroup()
      await new Promise<void>((resolve) => environment().later(BURST_MS, resolve))
    }
  })().finally(() => (reading = null))
}

let followers = 0
/** Whether this tab reads the stream at the moment: then nothing is asked for besides. */
let isLive = false
let stopStream: (() => void) | null = null
let stopPolling: (() => void) | null = null

/** Reads the stream while the person takes part. */
const keepStream = (): void => {
  const info = knownInfo()
  const isWanted = followers > 0 && info !== null && takesPart(info)
  if (isWanted)
    stopStream ??= followEvents({ caller: environment().caller, endpoint: groupOrders.events, onEvent: refresh, onState: setLive })
  else endStream()
}
const setLive = (live: boolean): void => void (isLive = live)
const endStream = (): void => {
  stopStream?.()
  stopStream = null
  isLive = false
}

const poll = async (): Promise<void> => {
  if (!isLive) await loadGroup()
  keepStream()
  if (followers > 0) stopPolling = environment().later(POLL_MS, () => void poll())
}

/**
 * Keeps the group order up to date while something shows it: by its stream, and every five seconds where there is none. Returns the function
 * that ends this.
 */
export const followGroup = (): (() => void) => {
  followers += 1
  if (followers === 1) void poll()
  return () => {
    followers -= 1
    if (followers > 0) return
    stopPolling?.()
    endStream()
  }
}

/** The link to send. It names the language, so that it opens in the sender's. */
export const linkOf = ({ hash, supplier }: GroupOrderInfo): string =>
  location.origin + groupPath(environment().locale, supplier.alias, hash)

export const ownMember = ({ members }: GroupOrderInfo): GroupMember | undefined => members.find(({ isYou }) => isYou)
export const isUnlimited = ({ limit }: Pick<GroupOrderInfo, 'limit'>): boolean => limit === UNLIMITED
/** Members besides the initiator who have not said that they are ready. */
export const notReady = ({ members }: GroupOrderInfo): GroupMember[] => members.filter(({ role, ready }) => role === 'member' && !ready)
