import type { Context } from '#server/context.ts'
import { listTroubledEvents, retryEvents } from '#server/services/events/dead-events.ts'
import { listCalls, listDeadLetters, markCalled, requeue } from './dead-letters.ts'
import type { MessageOrder } from './orders.ts'
import { recordBounces } from './record-reports.ts'

const at = (date: Date): string => date.toISOString().slice(0, 16)

/** Runs a command and returns lines for display; of a message's content only the reason of a call. */
export const operateMessages = async (ctx: Pick<Context, 'db' | 'now'>, order: MessageOrder): Promise<string[]> => {
  if (order.verb === 'requeue') return [`${await requeue(ctx, order.id)} sent again`]
  if (order.verb === 'retry') return [`${await retryEvents(ctx, order.id)} tried again`]
  if (order.verb === 'bounced') return [`${await recordBounces(ctx, order.keys)} came back`]
  if (order.verb === 'events') return describeEvents(ctx)
  if (order.verb === 'called') return [(await markCalled(ctx, order.id)) ? 'done' : `there is no call ${order.id} to make`]
  if (order.verb === 'calls') {
    const calls = await listCalls(ctx)
    return calls.length === 0
      ? ['no calls to make']
      : calls.map(({ id, recipient, about, createdAt }) => [id, at(createdAt), recipient, about].join('\t'))
  }
  const dead = await listDeadLetters(ctx)
  if (dead.length === 0) return ['no dead letters']
  return dead.map(({ id, createdAt, state, channel, kind, recipient, attempts, reason }) =>
    [id, at(createdAt), state, channel, kind, recipient, `${attempts} attempts`, reason].join('\t')
  )
}

const describeEvents = async (ctx: Pick<Context, 'db' | 'now'>): Promise<string[]> => {
  const troubled = await listTroubledEvents(ctx)
  if (troubled.length === 0) return ['every event reached its person']
  return troubled.map(({ id, createdAt, kind, orderNumber, attempts, reason, retryAt, failedAt }) => {
    const state = failedAt || !retryAt ? 'given up' : `again at ${at(retryAt)}`
    return [id, at(createdAt), state, kind, orderNumber ?? '', `${attempts} attempts`, reason].join('\t')
  })
}
