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
/** The hearts of the person signed in here, by id: painted by the plain script, followed by other tabs. */
const $favourites = savedStore<Favourites>('root:favourites', isFavourites, NO_FAVOURITES)
export { $favourites as $hearts }

const LIST = { supplier: 'suppliers', article: 'articles' } as const
const MAX = 500
/** What was pressed and no answer has settled: a guest's heart until they have signed in, anybody's when the page is left too early. */
const PENDING_KEY = 'root:hearts'

export const isFavourite = ({ type, id }: FavouriteKey, hearts: Favourites = $favourites.get()): boolean => hearts[LIST[type]].includes(id)

const show = (hearts: Favourites): void => {
  $favourites.set(hearts)
  environment().emit('favourites:change')
}

const showFavourite = ({ type, id }: FavouriteKey, isSet: boolean): void => {
  const hearts = $favourites.get()
  const others = hearts[LIST[type]].filter((one) => one !== id)
  show({ ...hearts, [LIST[type]]: isSet ? [...others, id] : others })
}

let started: Promise<void> | null = null

/** Once a page: whose hearts they are, then what a guest wished for before signing in. */
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
  for (const wish of pendingFavourites()) await setFavourite(wish, wish.isSet)
}

interface PendingFavourite extends FavouriteKey {
  isSet: boolean
}
const isPendingShape = isShape({ id: isNumber, isSet: isFlag, type: isText })
const isPendingFavourite = (value: unknown): value is PendingFavourite =>
  isPendingShape(value) && (value.type === 'supplier' || value.type === 'article')
const pendingFavourites = (): PendingFavourite[] => {
  const kept = readTab(PENDING_KEY)
  return Array.isArray(kept) ? kept.filter(isPendingFavourite) : []
}
const isOf = ({ type, id }: FavouriteKey, wish: FavouriteKey): boolean => wish.type === type && wish.id === id
const savePending = ({ type, id }: FavouriteKey, isSet: boolean): void =>
  writeTab(PENDING_KEY, [...pendingFavourites().filter((one) => !isOf(one, { type, id })), { type, id, isSet }])
const dropPending = (heart: FavouriteKey): void =>
  writeTab(
    PENDING_KEY,
    pendingFavourites().filter((one) => !isOf(one, heart))
  )

const loadFavourites = async (userId: number): Promise<void> => {
  const held = await environment()
    .call(favourites.list, { query: { take: MAX } })
    .catch(ifRefused(null))
  if (!held) return
  const idsOf = (type: FavouriteKey['type']): number[] => held.items.flatMap((item) => (item.type === type ? [item.id] : []))
  show({ version: 1, userId, suppliers: idsOf('supplier'), articles: idsOf('article') })
}

/** A press: a guest is asked to sign in, and the heart is set after that. */
export const toggleFavourite = async (heart: FavouriteKey): Promise<void> => {
  const wish = pendingFavourites().find((one) => isOf(one, heart))
  dropPending(heart)
  await startFavouriteKeys()
  if ($session.get().state !== 'user') return askToSignIn(heart)
  await setFavourite(heart, wish?.isSet ?? !isFavourite(heart))
}

const askToSignIn = (heart: FavouriteKey): void => {
  savePending(heart, true)
  openModal('login')
}

/** What each heart should be by the last press; while one call runs the next waits its turn. */
const wanted = new Map<string, boolean>()
const running = new Set<string>()

/** Shown at once and taken back when it is refused; of many presses only the last one counts. */
export const setFavourite = async (heart: FavouriteKey, isSet: boolean): Promise<void> => {
  const key = `${heart.type}${heart.id}`
  wanted.set(key, isSet)
  savePending(heart, isSet)
  showFavourite(heart, isSet)
  if (running.has(key)) return
  running.add(key)
  let sent: boolean | undefined
  try {
    while (wanted.get(key) !== sent) {
      sent = wanted.get(key)
      await send(heart, sent ?? false)
    }
    dropPending(heart)
    void announce(sent ? 'favourites:said.added' : 'favourites:said.removed')
  } catch (cause) {
    refuse(heart, sent ?? false, cause)
  } finally {
    running.delete(key)
    wanted.delete(key)
  }
}

const refuse = (heart: FavouriteKey, wished: boolean, cause: unknown): void => {
  // No line, or the page is being left: it stays as pressed, and is sent when there is one again, or by the next page.
  if (isFailure(cause, 'NETWORK')) return void announce('states:offline')
  dropPending(heart)
  showFavourite(heart, !wished)
  if (!isFailure(cause, 'UNAUTHORIZED')) return void reportOrShow(cause)
  markSignedOut()
  askToSignIn(heart)
}

const send = async ({ type, id }: FavouriteKey, isSet: boolean): Promise<unknown> => {
  const { call } = environment()
  if (isSet && type === 'supplier') return call(favourites.addSupplier, { body: { supplierId: id } })
  if (isSet) return call(favourites.addArticle, { body: { articleId: id } })
  try {
    return await call(favourites.remove, { params: { id }, query: { type } })
  } catch (cause) {
    // Another tab or device was quicker.
    if (!isFailure(cause, 'NOT_FOUND')) throw cause
    return undefined
  }
}
