import { availableParallelism } from 'node:os'
import { normalizePassword } from '#domain/password.ts'
import { slot } from '#server/cache.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import { onWorker } from './password-workers.ts'
import { createBoundedQueue, type Line } from './bounded-queue.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Argon2id with 19 MiB and two passes, OWASP's minimum; about 25 ms of CPU time. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hash of a random password: comparing with it costs as much as a real comparison. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$HcJM+yVGffqIFC+6IwzcOg$/iTK9sVCYsPepH3xYNO0BHN3Tef++zr1uERW3ZzWx08'
/** Limit of each line of the queue, about one or two seconds; callers beyond it are told to retry. */
const MAX_WAITING = 64

const QUEUE = slot<ReturnType<typeof createBoundedQueue>>('password hashes')

/** Leaves one core to everything else, shared between the processes of the machine. */
export const passwordQueueOf = ({ cache, config }: Pick<Context, 'cache' | 'config'>) =>
  cache.get(QUEUE, () => createBoundedQueue(Math.max(1, Math.floor((availableParallelism() - 1) / config.WEB_CONCURRENCY)), MAX_WAITING))

/** Whether strangers' tries wait in such numbers that another one would be refused. */
export const isPasswordQueueFull = (ctx: Pick<Context, 'cache' | 'config'>): boolean => passwordQueueOf(ctx).isFull('usual')

/** NOT_READY when the line is full. */
const enqueue = async <T>(ctx: Pick<Context, 'cache' | 'config'>, work: () => Promise<T>, line: Line): Promise<T> => {
  const result = passwordQueueOf(ctx).take(work, line)
  if (!result) throw fail('NOT_READY')
  return result
}

/** Hashes a new password. Must not run inside a transaction: it waits for a worker, not for the database. PASSWORD_TOO_COMMON. */
export const hashPassword = async (ctx: Pick<Context, 'cache' | 'config'>, password: string): Promise<string> => {
  if (isCommonPassword(password)) throw fail('PASSWORD_TOO_COMMON', { field: 'password' })
  return String(await enqueue(ctx, () => onWorker({ password: normalizePassword(password), cost: COST }), 'known'))
}

/** A null hash (account without a password) takes as long as a wrong password. */
export const isPasswordOf = async (
  ctx: Pick<Context, 'cache' | 'config'>,
  passwordHash: string | null,
  password: string,
  line: Line = 'known'
): Promise<boolean> => {
  const compare = () => onWorker({ password: normalizePassword(password), hash: passwordHash ?? DUMMY_HASH })
  const right = await enqueue(ctx, compare, line)
  return right === true && passwordHash !== null
}

/** Throws PASSWORD_UNCHANGED when the password is the current one; the caller has already proven to be its owner. */
export const refuseSame = async (ctx: Pick<Context, 'cache' | 'config'>, passwordHash: string | null, password: string): Promise<void> => {
  if (passwordHash !== null && (await isPasswordOf(ctx, passwordHash, password))) throw fail('PASSWORD_UNCHANGED', { field: 'password' })
}
