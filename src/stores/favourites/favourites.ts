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

export interface Heart {
  type: 'supplier' | 'article'
  id: number
}

const isHearts = isShape({ version: isExactly(1), userId: isNumber, suppliers: isListOf(isNumber), articles: isListOf(isNumber) })
type Hearts = Of<typeof isHearts>
export const NO_HEARTS: Hearts = { version: 1, userId: 0, suppliers: [], articles: [] }
/** The hearts of the person signed in here, by id: painted by the plain script, followed by other tabs. */
const $hearts = savedStore<Hearts>('root:favourites', isHearts, NO_HEARTS)
export { $hearts }

const LIST = { supplier: 'suppliers', article: 'articles' } as const
const MOST = 500
/** What was pressed and no answer has settled: a guest's heart until they have signed in, anybody's when the page is left too early. */
const WISHES = 'root:hearts'

export const isHeartSet = ({ type, id }: Heart, hearts: Hearts = $hearts.get()): boolean => hearts[LIST[type]].includes(id)

const show = (hearts: Hearts): void => {
  $hearts.set(hearts)
  environment().emit('favourites:change')
}

const showHeart = ({ type, id }: Heart, isSet: boolean): void => {
  const hearts = $hearts.get()
  const others = hearts[LIST[type]].filter((one) => one !== id)
  show({ ...hearts, [LIST[type]]: isSet ? [...others, id] : others })
}

let started: Promise<void> | null = null

/** Once a page: whose hearts they are, then what a guest wished for before signing in. */
export const startHearts = (): Promise<void> => (started ??= start())

const start = async (): Promise<void> => {
  await restoreSession()
  $session.listen(({ state }, before) => {
    if (state !== before?.state) void settle()
  })
  $modals.listen((stack) => {
    if (stack.length === 0 && $session.get().state !== 'user') clearTab(WISHES)
  })
  environment().onOnline(() => void settle())
  await settle()
}

const settle = async (): Promise<void> => {
  const user = $user.get()
  if (!user) return show(NO_HEARTS)
  if ($hearts.get().userId !== user.id) await loadHearts(user.id)
  for (const wish of wishes()) await setHeart(wish, wish.isSet)
}

interface Wish extends Heart {
  isSet: boolean
}
const isWishShape = isShape({ id: isNumber, isSet: isFlag, type: isText })
const isWish = (value: unknown): value is Wish => isWishShape(value) && (value.type === 'supplier' || value.type === 'article')
const wishes = (): Wish[] => {
  const kept = readTab(WISHES)
  return Array.isArray(kept) ? kept.filter(isWish) : []
}
const isOf = ({ type, id }: Heart, wish: Heart): boolean => wish.type === type && wish.id === id
const keepWish = ({ type, id }: Heart, isSet: boolean): void =>
  writeTab(WISHES, [...wishes().filter((one) => !isOf(one, { type, id })), { type, id, isSet }])
const dropWish = (heart: Heart): void =>
  writeTab(
    WISHES,
    wishes().filter((one) => !isOf(one, heart))
  )

const loadHearts = async (userId: number): Promise<void> => {
  const held = await environment()
    .call(favourites.list, { query: { take: MOST } })
    .catch(ifRefused(null))
  if (!held) return
  const idsOf = (type: Heart['type']): number[] => held.items.flatMap((item) => (item.type === type ? [item.id] : []))
  show({ version: 1, userId, suppliers: idsOf('supplier'), articles: idsOf('article') })
}

/** A press: a guest is asked to sign in, and the heart is set after that. */
export const pressHeart = async (heart: Heart): Promise<void> => {
  const wish = wishes().find((one) => isOf(one, heart))
  dropWish(heart)
  await startHearts()
  if ($session.get().state !== 'user') return askToSignIn(heart)
  await setHeart(heart, wish?.isSet ?? !isHeartSet(heart))
}

const askToSignIn = (heart: Heart): void => {
  keepWish(heart, true)
  openModal('login')
}

/** What each heart should be by the last press; while one call runs the next waits its turn. */
const wanted = new Map<string, boolean>()
const running = new Set<string>()

/** Shown at once and taken back when it is refused; of many presses only the last one counts. */
export const setHeart = async (heart: Heart, isSet: boolean): Promise<void> => {
  const key = `${heart.type}${heart.id}`
  wanted.set(key, isSet)
  keepWish(heart, isSet)
  showHeart(heart, isSet)
  if (running.has(key)) return
  running.add(key)
  let sent: boolean | undefined
  try {
    while (wanted.get(key) !== sent) {
      sent = wanted.get(key)
      await send(heart, sent ?? false)
    }
    dropWish(heart)
    void announce(sent ? 'favourites:said.added' : 'favourites:said.removed')
  } catch (cause) {
    refuse(heart, sent ?? false, cause)
  } finally {
    running.delete(key)
    wanted.delete(key)
  }
}

const refuse = (heart: Heart, wished: boolean, cause: unknown): void => {
  // No line, or the page is being left: it stays as pressed, and is sent when there is one again, or by the next page.
  if (isFailure(cause, 'NETWORK')) return void announce('states:offline')
  dropWish(heart)
  showHeart(heart, !wished)
  if (!isFailure(cause, 'UNAUTHORIZED')) return void reportOrShow(cause)
  markSignedOut()
  askToSignIn(heart)
}

const send = async ({ type, id }: Heart, isSet: boolean): Promise<unknown> => {
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
