import { ifRefused } from '#client/call.ts'
import * as favourites from '#contract/favourites/calls.ts'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { isFailure, reportOrShow } from '#stores/errors.ts'
import { $modals, openModal } from '#stores/modals.ts'
import { savedStore } from '#stores/saved.ts'
import { $session, $user, markSignedOut, restoreSession } from '#stores/auth/session.ts'
import { isExactly, isFlag, isListOf, isNumber, isShape, isText, type Of } from '#stores/shape.ts'
import { clearTab, readTab, writeTab } from '#stores/tab-storage.ts'

export interface FavouriteKey {
  type: 'supplier' | 'article'
  id: number
}

const isFavourites = isShape({ version: isExactly(1), userId: isNumber, suppliers: isListOf(isNumber), articles: isListOf(isNumber) })
type Favourites = Of<typeof isFavourites>
export const NO_FAVOURITES: Favourites = { version: 1, userId: 0, suppliers: [], articles: [] }
/** Ids of the signed-in user's favourites: rendered by the page script, synchronised between tabs. */
const $favourites = savedStore<Favourites>('root:favourites', isFavourites, NO_FAVOURITES)
export { $favourites }

const LIST = { supplier: 'suppliers', article: 'articles' } as const
const MAX_FAVOURITES = 500
/** Presses without a response: a guest's until sign-in, a user's when the page is left early. The key is historical. */
const PENDING_KEY = 'root:hearts'

export const isFavourite = ({ type, id }: FavouriteKey, stored: Favourites = $favourites.get()): boolean => stored[LIST[type]].includes(id)

const show = (stored: Favourites): void => {
  $favourites.set(stored)
  environment().emit('favourites:change')
}

const showFavourite = ({ type, id }: FavouriteKey, isSet: boolean): void => {
  const stored = $favourites.get()
  const others = stored[LIST[type]].filter((one) => one !== id)
  show({ ...stored, [LIST[type]]: isSet ? [...others, id] : others })
}

let started: Promise<void> | null = null

/** Once per page: loads the user's favourites, then submits pending ones. */
export const startFavouriteKeys = (): Promise<void> => (started ??= start())

const start = async (): Promise<void> => {
  await restoreSession()
  $session.listen(({ state }, before) => {
    if (state !== before?.state) void settle()
  })
  $modals.listen((stack) => {
    if (stack.length === 0 && $session.get().state !== 'user') clearTab(PENDING_KEY)
  })
  environment().onOnline(() => void settle())
  await settle()
}

const settle = async (): Promise<void> => {
  const user = $user.get()
  if (!user) return show(NO_FAVOURITES)
  if ($favourites.get().userId !== user.id) await loadFavourites(user.id)
  for (const pending of pendingFavourites()) await setFavourite(pending, pending.isSet)
}

interface PendingFavourite extends FavouriteKey {
  isSet: boolean
}
const isPendingShape = isShape({ id: isNumber, isSet: isFlag, type: isText })
const isPendingFavourite = (value: unknown): value is PendingFavourite => isPendingShape(value) && value.type in LIST
const pendingFavourites = (): PendingFavourite[] => {
  const saved = readTab(PENDING_KEY)
  return Array.isArray(saved) ? saved.filter(isPendingFavourite) : []
}
const isSame = ({ type, id }: FavouriteKey, pending: FavouriteKey): boolean => pending.type === type && pending.id === id
const savePending = ({ type, id }: FavouriteKey, isSet: boolean): void =>
  writeTab(PENDING_KEY, [...pendingFavourites().filter((one) => !isSame(one, { type, id })), { type, id, isSet }])
const dropPending = (favourite: FavouriteKey): void =>
  writeTab(
    PENDING_KEY,
    pendingFavourites().filter((one) => !isSame(one, favourite))
  )

const loadFavourites = async (userId: number): Promise<void> => {
  const loaded = await environment()
    .call(favourites.list, { query: { take: MAX_FAVOURITES } })
    .catch(ifRefused(null))
  if (!loaded) return
  const idsOf = (type: FavouriteKey['type']): number[] => loaded.items.flatMap((item) => (item.type === type ? [item.id] : []))
  show({ version: 1, userId, suppliers: idsOf('supplier'), articles: idsOf('article') })
}

/**
 * Toggles a favourite. A guest is asked to sign in, and the favourite is set afterwards. What the page's script has noted stays noted until
 * it is sent: the page may be left while the stores start.
 */
export const toggleFavourite = async (favourite: FavouriteKey): Promise<void> => {
  const noted = (): PendingFavourite | undefined => pendingFavourites().find((one) => isSame(one, favourite))
  const before = noted()
  await startFavouriteKeys()
  if ($session.get().state !== 'user') return askToSignIn(favourite)
  // Otherwise the start has sent it with the others.
  if (!before || noted()) await setFavourite(favourite, before?.isSet ?? !isFavourite(favourite))
}

const askToSignIn = (favourite: FavouriteKey): void => {
  savePending(favourite, true)
  openModal('login')
}

/** The last requested state of each favourite; one call per favourite runs at a time. */
const requested = new Map<string, boolean>()
const running = new Set<string>()

/** Sets a favourite optimistically and rolls back when refused; of several presses only the last is sent. */
export const setFavourite = async (favourite: FavouriteKey, isSet: boolean): Promise<void> => {
  const key = `${favourite.type}${favourite.id}`
  requested.set(key, isSet)
  savePending(favourite, isSet)
  showFavourite(favourite, isSet)
  if (running.has(key)) return
  running.add(key)
  let sent: boolean | undefined
  try {
    while (requested.get(key) !== sent) {
      sent = requested.get(key)
      await send(favourite, sent ?? false)
    }
    dropPending(favourite)
    void announce(sent ? 'favourites:said.added' : 'favourites:said.removed')
  } catch (cause) {
    refuse(favourite, sent ?? false, cause)
  } finally {
    running.delete(key)
    requested.delete(key)
  }
}

const refuse = (favourite: FavouriteKey, isSet: boolean, cause: unknown): void => {
  // Offline, or the page is being left: stays as pressed, and is sent when online again, or by the next page.
  if (isFailure(cause, 'NETWORK')) return void announce('states:offline')
  dropPending(favourite)
  showFavourite(favourite, !isSet)
  if (!isFailure(cause, 'UNAUTHORIZED')) return void reportOrShow(cause)
  markSignedOut()
  askToSignIn(favourite)
}

const send = async ({ type, id }: FavouriteKey, isSet: boolean): Promise<unknown> => {
  const { call } = environment()
  if (isSet && type === 'supplier') return call(favourites.addSupplier, { body: { supplierId: id } })
  if (isSet) return call(favourites.addArticle, { body: { articleId: id } })
  try {
    return await call(favourites.remove, { params: { id }, query: { type } })
  } catch (cause) {
    // Removed already by another tab or device.
    if (!isFailure(cause, 'NOT_FOUND')) throw cause
    return undefined
  }
}
