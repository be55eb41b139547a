import { and, asc, eq } from 'drizzle-orm'
import { APPLICATION_KINDS, type ApplicationKind } from '#domain/applications/application.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { BadWords, requireEnd } from '#server/services/core/bad-words.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { enqueueMessage } from '#server/services/messages/enqueue-message.ts'
import { idOf, numberOf } from './application-number.ts'

const { applications } = schema
type Row = typeof applications.$inferSelect

const MAX_LISTED = 200
const MAX_ANSWER = 3_000

const isKind = (word: string): word is ApplicationKind => APPLICATION_KINDS.some((kind) => kind === word)

/** Open applications, the oldest first, a line each: number, when, kind, who, fields. "robots" lists what only robots fill in so. */
const list = async ({ db }: Context, word: string): Promise<string[]> => {
  const suspect = word === 'robots'
  if (word !== '' && !suspect && !isKind(word))
    throw new BadWords(`KIND is one of ${APPLICATION_KINDS.join(', ')}, or "robots", not "${word}"`)
  const kind = isKind(word) ? eq(applications.kind, word) : undefined
  const rows = await db
    .select()
    .from(applications)
    .where(and(eq(applications.state, 'open'), eq(applications.suspect, suspect), kind))
    .orderBy(asc(applications.id))
    .limit(MAX_LISTED)
  if (rows.length === 0) return ['every application has its answer']
  return rows.map(({ id, createdAt, kind: what, phone, email, fields }) =>
    [numberOf(id), toIso(createdAt.getTime()), what, phone, ...(email === null ? [] : [email]), JSON.stringify(fields)].join('  ')
  )
}

/** Everything about one, a line each. Texts are written as JSON: what somebody wrote cannot look like a line of ours. */
const show = async ({ db }: Context, number: string): Promise<string[]> => {
  const [row] = await db
    .select()
    .from(applications)
    .where(eq(applications.id, readId(number)))
  if (!row) throw unknown(number)
  const { kind, state, phone, email, locale, createdAt, fields, answer } = row
  return [
    `${numberOf(row.id)}  ${kind}  ${state}  ${toIso(createdAt.getTime())}  ${locale}`,
    `phone  ${phone}`,
    ...(email === null ? [] : [`email  ${email}`]),
    ...Object.entries(fields).map(([name, text]) => `${name}  ${JSON.stringify(text)}`),
    ...(answer === '' ? [] : [`answer  ${JSON.stringify(answer)}`])
  ]
}

const unknown = (number: string): BadWords => new BadWords(`there is no application ${number}; "list" shows those without an answer`)

const readId = (number: string): number => {
  const id = idOf(number)
  if (id === null) throw new BadWords(`NUMBER is an application's number, such as A1001, not "${number}"`)
  return id
}

/** Ends an open application; returns it as it was. */
const end = async (tx: Context, number: string, change: Pick<Row, 'state'> & Partial<Row>): Promise<Row> => {
  const id = readId(number)
  const [row] = await tx.db.select().from(applications).where(eq(applications.id, id)).for('update')
  if (!row) throw unknown(number)
  if (row.state !== 'open') throw new BadWords(`application ${numberOf(id)} is ${row.state} already`)
  await tx.db
    .update(applications)
    .set({ ...change, answeredAt: new Date(tx.now()) })
    .where(eq(applications.id, id))
  return row
}

const answer = (ctx: Context, number: string, words: readonly string[]): Promise<string> =>
  withTransaction(ctx, async (tx) => {
    const text = words.join(' ').trim()
    if (text === '') throw new BadWords('TEXT is missing; whoever asked reads it')
    if (text.length > MAX_ANSWER) throw new BadWords(`TEXT has at most ${MAX_ANSWER} characters`)
    const { id, email, locale, phone, userId } = await end(tx, number, { state: 'answered', answer: text })
    if (email === null) throw new BadWords(`application ${numberOf(id)} has no mail address; call ${phone}, then "close ${numberOf(id)}"`)
    const template = { kind: 'applicationAnswered', number: numberOf(id), text } as const
    await enqueueMessage(tx, { to: { type: 'email', contact: email }, template, locale, userId })
    return `application ${numberOf(id)} is answered by mail`
  })

const close = (ctx: Context, number: string): Promise<string> =>
  withTransaction(ctx, async (tx) => `application ${numberOf((await end(tx, number, { state: 'closed' })).id)} is closed`)

/** Executes a command about applications and returns lines for display. Throws BadWords. */
export const operateApplications = async (ctx: Context, [verb = '', target = '', ...words]: readonly string[]): Promise<string[]> => {
  if (verb === 'answer') return [await answer(ctx, target, words)]
  requireEnd(words)
  if (verb === 'list') return list(ctx, target)
  if (verb === 'show') return show(ctx, target)
  if (verb === 'close') return [await close(ctx, target)]
  throw new BadWords(`there is no verb "${verb}"; the verbs are list, show, answer, close`)
}
