import { toAmd, type Amount } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { POINTS_PATH, pointsNoticeWords, pointsTemplate } from './notification-words.ts'
import { notifyQuietly } from './notify-quietly.ts'

/** Notifies a person of points that expire soon. */
export const notifyExpiring = async (tx: Context, userId: number, { amount, until }: { amount: Amount; until: Date }): Promise<void> => {
  await notifyQuietly(tx, userId, {
    kind: 'points',
    subject: `points:${until.toISOString()}`,
    words: pointsNoticeWords({ amount: toAmd(amount), until: until.getTime() }),
    template: pointsTemplate,
    path: POINTS_PATH,
    tag: 'points',
    expiresAt: until
  })
}
