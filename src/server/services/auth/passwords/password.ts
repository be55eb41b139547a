import { availableParallelism } from 'node:os'
import { normalizePassword } from '#domain/password.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { onWorker } from './password-workers.ts'
import { createBoundedQueue } from './bounded-queue.ts'

/** Argon2id with 19 MiB and two passes, what OWASP names as the least; about 25 ms of a core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Of a password nobody has: comparing with it costs what a real comparison costs. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$HcJM+yVGffqIFC+6IwzcOg$/iTK9sVCYsPepH3xYNO0BHN3Tef++zr1uERW3ZzWx08'
/** So many wait, a second or two; who comes then is told to come again, before the wait is longer than patience. */
const MAX_WAITING = 64

const QUEUE = slot<ReturnType<typeof createBoundedQueue>>('password hashes')

/** One core is left to everything else, however many processes share the machine. NOT_READY when too many wait. */
const inTurn = async <T>({ cache, config }: Pick<Context, 'cache' | 'config'>, work: () => Promise<T>): Promise<T> => {
  const queue = cache.get(QUEUE, () =>
    createBoundedQueue(Math.max(1, Math.floor((availableParallelism() - 1) / config.WEB_CONCURRENCY)), MAX_WAITING)
  )
  const turn = queue.take(work)
  if (!turn) throw fail('NOT_READY')
  return turn
}

/** Never inside a transaction: it waits for other things than the database. */
export const hashPassword = async (ctx: Pick<Context, 'cache' | 'config'>, password: string): Promise<string> =>
  String(await inTurn(ctx, () => onWorker({ password: normalizePassword(password), cost: COST })))

/** null, an account without a password, takes as long as a wrong one. */
export const isPasswordOf = async (
  ctx: Pick<Context, 'cache' | 'config'>,
  passwordHash: string | null,
  password: string
): Promise<boolean> => {
  const right = await inTurn(ctx, () => onWorker({ password: normalizePassword(password), hash: passwordHash ?? NOBODYS }))
  return right === true && passwordHash !== null
}

/** PASSWORD_UNCHANGED for the password that is there already; whoever asks has proven to be its owner. */
export const refuseSame = async (ctx: Pick<Context, 'cache' | 'config'>, passwordHash: string | null, password: string): Promise<void> => {
  if (passwordHash !== null && (await isPasswordOf(ctx, passwordHash, password))) throw fail('PASSWORD_UNCHANGED', { field: 'password' })
}
