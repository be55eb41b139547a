import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Application } from '#contract/applications/calls.ts'
import { LEAST_SECONDS, type ApplicationKind } from '#domain/applications/application.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { readContact } from '#server/services/auth/contact.ts'
import { fail } from '#server/services/core/fail.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { numberOf } from './application-number.ts'
import { mayMail, requireFewApplications } from './limits.ts'

const { applications } = schema

/** What every form has, beside fields of its own, which are texts. */
export interface Form {
  phone: string
  email?: string
  website?: string
  seconds?: number
  [field: string]: string | number | undefined
}

/**
 * Keeps what somebody asked for by a form, and says so by mail where the form has an address (POST /applications/…, POST
 * /services/join-team-telecom). The same form again is the same application while it is open. BAD_REQUEST, CHECK_REGISTERED_PHONE,
 * TOO_MANY_REQUESTS.
 */
export const takeApplication = async (ctx: Context, kind: ApplicationKind, form: Form, ip: string): Promise<Application> => {
  const { phone: typedPhone, email: typedEmail, website = '', seconds = LEAST_SECONDS, ...rest } = form
  const { contact: phone } = await readContact(ctx, 'phone', typedPhone, 'phone')
  const email = typedEmail === undefined ? null : (await readContact(ctx, 'email', typedEmail, 'email')).contact
  const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const fingerprint = fingerprintOf([kind, phone, email, Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))])
  return withTransaction(ctx, async (tx) => {
    const suspect = website !== '' || seconds < LEAST_SECONDS
    const [row] = await tx.db
      .insert(applications)
      .values({
        ...{ kind, fields, phone, email, suspect, fingerprint, locale: tx.locale },
        userId: tx.actor.kind === 'user' ? tx.actor.userId : null,
        createdAt: new Date(tx.now())
      })
      .onConflictDoNothing()
      .returning({ id: applications.id })
    if (!row) return { number: numberOf(await openOne(tx, fingerprint)) }
    // Counted only now: the same form again is not another one.
    await requireFewApplications(tx, ip, [phone, ...(email === null ? [] : [email])])
    const number = numberOf(row.id)
    if (email !== null && !suspect && (await mayMail(tx, email)))
      await enqueueMessage(tx, { to: { type: 'email', contact: email }, template: { kind: 'applicationTaken', number } })
    return { number }
  })
}

const fingerprintOf = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const openOne = async ({ db }: Pick<Context, 'db'>, fingerprint: string): Promise<number> => {
  const [row] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.fingerprint, fingerprint), eq(applications.state, 'open')))
  // It was answered at this very moment: sent again, it is a new one.
  if (!row) throw fail('TOO_MANY_REQUESTS', { data: { retryAfter: 1 } })
  return row.id
}
