import type { SignInFailure } from '#contract/sign-in/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { SignInFailed, type Identity } from '#server/adapters/sign-in/port.ts'
import type { Context } from '#server/context.ts'
import { personOfToken } from '#server/services/auth/tokens/access-token.ts'
import { accountsOfContact } from '#server/services/auth/contact.ts'
import { keysOf } from '#server/services/core/keys.ts'
import { entryOf, openSession, type Entry } from '#server/services/auth/session.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { accountOfIdentity, addIdentity, provenOf, registerPerson } from './account-of.ts'
import { findProvider } from './providers.ts'
import { readIdentity } from './provider-profile.ts'
import { endVisit, storePending, takeVisit, type Visit } from './visits.ts'
import { secretsOf } from './visit-secrets.ts'

/** Parameters of the provider's redirect, and the cookies of the browser that brought them. */
export interface Return {
  provider: string
  code: string | undefined
  state: string | undefined
  error: string | undefined
  browserKey: string | undefined
  accessToken: string
  userAgent: string
}
interface Destination {
  redirect: string
  enablePickup: boolean
  locale: Locale
}
/** Outcome of a visit. done: signed in, or linked when there is no entry; link: a code is required first; choose: one of several accounts. */
export type Landing =
  | (Destination & { at: 'done'; entry: Entry | null })
  | (Destination & { at: 'link' | 'choose' })
  | ({ at: 'error'; why: SignInFailure; reason: string } & (Destination | { redirect: null }))

/** A parallel call has just created the same account. */
class Raced extends Error {}

/** Ends a visit, once. Every answer of a provider or stranger has an outcome; only internal errors are thrown. */
export const finishSignIn = async (ctx: Context, come: Return): Promise<Landing> => {
  const visit = await takeVisit(ctx, come)
  if (!visit) return { at: 'error', why: 'failed', reason: 'no such visit', redirect: null }
  const { redirect, enablePickup, locale } = visit
  const place: Destination = { redirect, enablePickup, locale }
  const within: Context = { ...ctx, locale }
  try {
    const identity = await identify(within, come)
    return await settle(within, visit, identity, come, place).catch((cause: unknown) => {
      if (cause instanceof Raced) return settle(within, visit, identity, come, place)
      throw cause
    })
  } catch (cause) {
    if (cause instanceof SignInFailed) return { ...place, at: 'error', why: cause.why, reason: cause.message }
    throw cause
  }
}

const identify = async (ctx: Context, { provider, code, state = '', error }: Return): Promise<Identity> => {
  if (error) throw new SignInFailed(`refused: ${error.slice(0, 60)}`, /denied|cancel/.test(error) ? 'permissions' : 'failed')
  if (!code) throw new SignInFailed('no code came')
  return findProvider(ctx, provider).identify(code, secretsOf((await keysOf(ctx)).signIn, state))
}

const settle = async (ctx: Context, visit: Visit, identity: Identity, come: Return, place: Destination): Promise<Landing> => {
  const told = readIdentity(identity, visit.names)
  if (!told) throw new SignInFailed('nobody can be told by this')
  const failed = (why: SignInFailure): Landing => ({ ...place, at: 'error', why, reason: why })
  const { provider } = visit
  const known = await accountOfIdentity(ctx, provider, told.subject)
  if (visit.userId !== null) return link(ctx, { ...visit, userId: visit.userId }, told, known?.id ?? null, come, place)
  if (known?.deactivatedAt) return failed('deactivated')
  const { email } = told
  const accounts = email ? await accountsOfContact(ctx, { type: 'email', contact: email }) : []
  // Both sides must have verified the address: either alone may have been typed by somebody else.
  const open = told.emailVerified ? provenOf(accounts) : []
  const pending = { subject: told.subject, email: email ?? '', firstName: told.firstName, lastName: told.lastName }
  if (open.length > 1 && (!known || open.some(({ id }) => id === known.id))) {
    await storePending(ctx, visit, { ...pending, proven: true })
    return { ...place, at: 'choose' }
  }
  if (known) return enter(ctx, visit, () => Promise.resolve(known.id), come, place)
  if (!email) return failed('no-email')
  if (accounts.length > 0 && accounts.every(({ deactivatedAt }) => deactivatedAt !== null)) return failed('deactivated')
  const [account] = open
  if (!told.emailVerified || (accounts.length > 0 && !account)) {
    await storePending(ctx, visit, pending)
    return { ...place, at: 'link' }
  }
  const made = async (tx: Context): Promise<number> => {
    const userId = account ? account.id : await registerPerson(tx, pending)
    if (userId === null) throw new Raced()
    if (await addIdentity(tx, userId, provider, pending)) return userId
    const now = await accountOfIdentity(tx, provider, told.subject)
    // The person signed in by another account of this provider with the same verified address: the first one stays linked.
    if (!now) return userId
    throw new Raced()
  }
  return enter(ctx, visit, made, come, place)
}

const enter = async (
  ctx: Context,
  visit: Visit,
  person: (tx: Context) => Promise<number>,
  { userAgent }: Return,
  place: Destination
): Promise<Landing> => {
  const session = await withTransaction(ctx, async (tx) => {
    const opened = await openSession(tx, await person(tx), visit.stateHash, userAgent)
    await endVisit(tx, visit)
    return opened
  })
  return { ...place, at: 'done', entry: await entryOf(ctx, session) }
}

/** Only if the person who began the visit is still signed in here: the browser may have changed hands. */
const link = async (
  ctx: Context,
  visit: Visit & { userId: number },
  told: { subject: string; email: string | null },
  linkedTo: number | null,
  { accessToken }: Return,
  place: Destination
): Promise<Landing> => {
  const person = accessToken ? await personOfToken(ctx, accessToken, true) : null
  if (person?.userId !== visit.userId) throw new SignInFailed('signed out meanwhile')
  const isLinked = linkedTo === null ? await addIdentity(ctx, visit.userId, visit.provider, told) : linkedTo === visit.userId
  if (!isLinked) return { ...place, at: 'error', why: 'taken', reason: 'taken' }
  await endVisit(ctx, visit)
  return { ...place, at: 'done', entry: null }
}
