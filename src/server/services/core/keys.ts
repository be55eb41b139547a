import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'

/** One key per purpose, all derived from one secret, so that a leaked key does not reveal the others. */
export interface Keys {
  token: KeyObject
  pin: KeyObject
  voucher: KeyObject
  giftCard: KeyObject
  refresh: KeyObject
  signIn: KeyObject
  unsubscribe: KeyObject
  challenge: KeyObject
  knownBrowser: KeyObject
  freshProof: KeyObject
  photo: KeyObject
}

const SETTING = 'auth.secret'
const KEYS = slot<Promise<Keys>>('keys')

/** Returns the keys of this installation, derived from SECRET or from a generated secret stored in the database. */
export const keysOf = (ctx: Pick<Context, 'cache' | 'config' | 'db'>): Promise<Keys> =>
  ctx.cache.load(KEYS, () => readSecret(ctx).then(deriveKeys))

/** Inserts first: when several processes start at once, one secret wins and all of them read it. */
const readSecret = async ({ config, db }: Pick<Context, 'config' | 'db'>): Promise<string> => {
  if (config.SECRET) return config.SECRET
  const { settings } = schema
  const find = () => db.select().from(settings).where(eq(settings.key, SETTING))
  const [stored] = await find()
  if (stored) return stored.value
  await db
    .insert(settings)
    .values({ key: SETTING, value: randomBytes(48).toString('base64url') })
    .onConflictDoNothing()
  const [winner] = await find()
  if (!winner) throw new Error('the signing secret could not be stored')
  return winner.value
}

const deriveKeys = (secret: string): Keys => {
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `shuka ${purpose}`, 32)))
  return {
    token: derive('access token'),
    pin: derive('pin'),
    voucher: derive('contacts of vouchers'),
    giftCard: derive('codes of gift cards'),
    refresh: derive('refresh token'),
    signIn: derive('social sign-in'),
    unsubscribe: derive('unsubscribe'),
    challenge: derive('challenge'),
    knownBrowser: derive('known browser'),
    freshProof: derive('fresh proof'),
    photo: derive('addresses of photos')
  }
}
