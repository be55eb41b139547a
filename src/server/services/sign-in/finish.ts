import type { SignInFailure } from '#contract/sign-in/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { SignInFailed, type Identity } from '#server/adapters/sign-in/port.ts'
import type { Context } from '#server/context.ts'
import { personOfToken } from '#server/services/auth/tokens/access-token.ts'
import { accountsOfContact } from '#server/services/auth/contact.ts'
import type { Device } from '#server/services/auth/device.ts'
import { keysOf } from '#server/services/core/keys.ts'
import { entryOf, openSession, type Entry } from '#server/services/auth/session.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { accountOfIdentity, addIdentity, linkIdentity, verifiedOf, registerPerson } from './account-of.ts'
import { findProvider } from './providers.ts'
import { readIdentity } from './provider-profile.ts'
import { endVisit, storePending, consumeVisit, type Visit } from './visits.ts'
import { secretsOf } from './visit-secrets.ts'

/** Parameters of the provider's redirect, and the cookies of the browser that brought them. */
export interface ProviderCallback {
  provider: string
  code: string | undefined
  state: string | undefined
  error: string | undefined
  browserKey: string | undefined
  accessToken: string
  device: Device
}
interface Destination {
  redirect: string
  enablePickup: boolean
  locale: Locale
}
/** Outcome of a visit. done: signed in, or linked when there is no entry; link: a code is required first; choose: one of several accounts. */
export type SignInOutcome =
  | (Destination & { at: 'done'; entry: Entry | null })
  | (Destination & { at: 'link' | 'choose' })
  | ({ at: 'error'; why: SignInFailure; reason: string } & (Destination | { redirect: null }))

/** A parallel call has just created the same account. */
class LostRace extends Error {}

/** Ends a visit, once. Every answer of a provider or stranger has an outcome; only internal errors are thrown. */
export const finishSignIn = async (ctx: Context, callback: ProviderCallback): Promise<SignInOutcome> => {
  const visit = await consumeVisit(ctx, callback)
  if (!visit) return { at: 'error', why: 'failed', reason: 'no such visit', redirect: null }
  const { redirect, enablePickup, locale } = visit
  const destination: Destination = { redirect, enablePickup, locale }
  const within: Context = { ...ctx, locale }
  try {
    const identity = await identify(within, callback)
    return await settle(within, visit, identity, callback, destination).catch((cause: unknown) => {
      if (cause instanceof LostRace) return settle(within, visit, identity, callback, destination)
      throw cause
    })
  } catch (cause) {
    if (cause instanceof SignInFailed) return { ...destination, at: 'error', why: cause.why, reason: cause.message }
    throw cause
  }
}

const identify = async (ctx: Context, { provider, code, state = '', error }: ProviderCallback): Promise<Identity> => {
  // Codes of the standard are such words; anything else was not written by a provider.
  if (error)
    throw new SignInFailed(
      `refused: ${/^[a-z_]{1,60}$/.test(error) ? error : 'no code'}`,
      /denied|cancel/.test(error) ? 'permissions' : 'failed'
    )
  if (!code) throw new SignInFailed('no code was sent')
  return findProvider(ctx, provider).identify(code, secretsOf((await keysOf(ctx)).signIn, state))
}

const settle = async (
  ctx: Context,
  visit: Visit,
  identity: Identity,
  callback: ProviderCallback,
  destination: Destination
): Promise<SignInOutcome> => {
  const profile = readIdentity(identity, visit.names)
  if (!profile) throw new SignInFailed('the profile has no usable id')
  const failed = (why: SignInFailure): SignInOutcome => ({ ...destination, at: 'error', why, reason: why })
  const { provider } = visit
  const existing = await accountOfIdentity(ctx, provider, profile.subject)
  if (visit.userId !== null) return link(ctx, { ...visit, userId: visit.userId }, profile, existing?.id ?? null, callback, destination)
  if (existing?.deactivatedAt) return failed('deactivated')
  const { email } = profile
  const accounts = email ? await accountsOfContact(ctx, { type: 'email', contact: email }) : []
  // Both sides must have verified the address: either alone may have been typed by somebody else.
  const open = profile.emailVerified ? verifiedOf(accounts) : []
  const pending = { subject: profile.subject, email: email ?? '', firstName: profile.firstName, lastName: profile.lastName }
  if (open.length > 1 && (!existing || open.some(({ id }) => id === existing.id))) {
    await storePending(ctx, visit, { ...pending, proven: true })
    return { ...destination, at: 'choose' }
  }
  if (existing) return enter(ctx, visit, () => Promise.resolve(existing.id), callback, destination)
  if (!email) return failed('no-email')
  if (accounts.length > 0 && accounts.every(({ deactivatedAt }) => deactivatedAt !== null)) return failed('deactivated')
  const [account] = open
  if (!profile.emailVerified || (accounts.length > 0 && !account)) {
    await storePending(ctx, visit, pending)
    return { ...destination, at: 'link' }
  }
  const createAccount = async (tx: Context): Promise<number> => {
    const userId = account ? account.id : await registerPerson(tx, pending)
    if (userId === null) throw new LostRace()
    const add = account ? linkIdentity : addIdentity
    if (await add(tx, userId, provider, pending)) return userId
    const linked = await accountOfIdentity(tx, provider, profile.subject)
    // The person signed in by another account of this provider with the same verified address: the first one stays linked.
    if (!linked) return userId
    throw new LostRace()
  }
  return enter(ctx, visit, createAccount, callback, destination)
}

const enter = async (
  ctx: Context,
  visit: Visit,
  person: (tx: Context) => Promise<number>,
  { device }: ProviderCallback,
  destination: Destination
): Promise<SignInOutcome> => {
  const session = await withTransaction(ctx, async (tx) => {
    const opened = await openSession(tx, await person(tx), visit.stateHash, device)
    await endVisit(tx, visit)
    return opened
  })
  return { ...destination, at: 'done', entry: await entryOf(ctx, session) }
}

/** Only if the person who began the visit is still signed in here: the browser may have changed hands. */
const link = async (
  ctx: Context,
  visit: Visit & { userId: number },
  profile: { subject: string; email: string | null },
  linkedTo: number | null,
  { accessToken }: ProviderCallback,
  destination: Destination
): Promise<SignInOutcome> => {
  const person = accessToken ? await personOfToken(ctx, accessToken, true) : null
  if (person?.userId !== visit.userId) throw new SignInFailed('signed out meanwhile')
  const isNew = linkedTo === null && (await linkIdentity(ctx, visit.userId, visit.provider, profile))
  if (!isNew && linkedTo !== visit.userId) return { ...destination, at: 'error', why: 'taken', reason: 'taken' }
  await endVisit(ctx, visit)
  return { ...destination, at: 'done', entry: null }
}
