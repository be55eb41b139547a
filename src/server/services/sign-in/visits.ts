import { and, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import type { PendingIdentity } from '#server/db/schema/sign-in.ts'
import { VISIT_MS } from './begin.ts'
import { hashKey, isKey } from './visit-secrets.ts'

const { signInAttempts: visits } = schema
export type Visit = typeof visits.$inferSelect

/** Consumes the only answer of a visit, checked for provider, browser and expiry. Returns null otherwise; of parallel calls one succeeds. */
export const consumeVisit = async (
  ctx: Context,
  { provider, state, browserKey }: { provider: string; state: string | undefined; browserKey: string | undefined }
): Promise<Visit | null> => {
  if (!isKey(state) || !isKey(browserKey)) return null
  const [visit] = await ctx.db
    .update(visits)
    .set({ usedAt: new Date(ctx.now()) })
    .where(
      and(
        eq(visits.stateHash, hashKey(state)),
        eq(visits.provider, provider),
        eq(visits.browserHash, hashKey(browserKey)),
        isNull(visits.usedAt),
        gt(visits.expiresAt, new Date(ctx.now()))
      )
    )
    .returning()
  return visit ?? null
}

/** Stores names that a provider posts beside its answer. Requires the state, and works only before it is consumed. */
export const storeNames = async (ctx: Context, state: string, names: { firstName: string; lastName: string }): Promise<void> => {
  await ctx.db
    .update(visits)
    .set({ names })
    .where(and(eq(visits.stateHash, hashKey(state)), isNull(visits.usedAt)))
}

/** Extends the visit while it waits for a code. */
export const storePending = async (ctx: Context, { stateHash }: Visit, pending: PendingIdentity): Promise<void> => {
  await ctx.db
    .update(visits)
    .set({ pending, expiresAt: new Date(ctx.now() + VISIT_MS) })
    .where(eq(visits.stateHash, stateHash))
}

/** Returns the newest visit of a browser that waits for a code. */
export const pendingVisit = async (
  ctx: Context,
  browserKey: string | undefined
): Promise<(Visit & { pending: PendingIdentity }) | null> => {
  if (!isKey(browserKey)) return null
  const [visit] = await ctx.db
    .select()
    .from(visits)
    .where(and(eq(visits.browserHash, hashKey(browserKey)), isNotNull(visits.pending), gt(visits.expiresAt, new Date(ctx.now()))))
    .orderBy(desc(visits.createdAt))
    .limit(1)
  return visit?.pending ? { ...visit, pending: visit.pending } : null
}

export const endVisit = async (ctx: Context, { stateHash }: Visit): Promise<void> => {
  await ctx.db.delete(visits).where(eq(visits.stateHash, stateHash))
}

/** Deletes expired visits, which hold names and addresses. */
export const sweepVisits = async (ctx: Pick<Context, 'db' | 'now'>): Promise<void> => {
  await ctx.db.delete(visits).where(lt(visits.expiresAt, new Date(ctx.now())))
}
