import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { NOTIFICATION_STATUS } from '#domain/order-status.ts'
import { DAY_MINUTES, MINUTE, yerevan } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import type { Campaign } from '#server/services/info/campaigns.ts'
import { campaignNoticeWords, campaignTemplate, campaignPath, type StoredWords } from './notification-words.ts'
import { channelsOf } from './settings.ts'
import { readAddressees, notify } from './notify.ts'

/** One transaction: the embedded database serves nobody else meanwhile. */
const BATCH = 20
const MAX_BATCHES = 10
const MAX_DELAY_MS = DAY_MINUTES * MINUTE

/**
 * Notifies people who subscribed to news about each running campaign, once per person, in small batches, until `goesOn` turns false.
 * Returns how many were notified.
 */
export const publishCampaigns = async (ctx: Context, campaigns: readonly Campaign[], goesOn = (): boolean => true): Promise<number> => {
  const { date } = yerevan(ctx.now())
  let notified = 0
  for (const { slug } of campaigns.filter(({ locale, from, to }) => locale === 'hy' && from <= date && date <= to)) {
    const texts = LOCALES.map((locale) => campaigns.find((candidate) => candidate.slug === slug && candidate.locale === locale))
    const words = campaignNoticeWords(
      Object.fromEntries(LOCALES.map((locale, index) => [locale, textOf(texts[index] ?? texts[0])])) as Record<
        Locale,
        { title: string; text: string }
      >
    )
    for (let batch = 0; batch < MAX_BATCHES && goesOn(); batch += 1) {
      const published = await publishBatch(ctx, slug, words)
      notified += published ?? 0
      if (published === null) break
    }
  }
  return notified
}

const textOf = (campaign: Campaign | undefined): { title: string; text: string } => ({
  title: campaign?.title ?? '',
  text: campaign?.description ?? ''
})

/** Returns how many it notified, of whom another process may have notified some; null when nobody is left. */
const publishBatch = (ctx: Context, slug: string, words: StoredWords): Promise<number | null> =>
  withTransaction(ctx, async (tx) => {
    const { users, notifications } = schema
    const readers = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.promotionalInfo, true),
          isNull(users.deactivatedAt),
          sql`not exists (select 1 from ${notifications} n where n.user_id = ${users.id} and n.kind = 'news' and n.subject = ${slug})`
        )
      )
      .orderBy(asc(users.id))
      .limit(BATCH)
    if (readers.length === 0) return null
    const ids = readers.map(({ id }) => id)
    const at = new Date(tx.now())
    const written = await tx.db
      .insert(notifications)
      .values(
        ids.map((userId) => ({ userId, kind: 'news' as const, subject: slug, status: NOTIFICATION_STATUS.NEW, words, createdAt: at }))
      )
      .onConflictDoNothing()
      .returning({ userId: notifications.userId })
    const [people, channelsFor] = [await readAddressees(tx, ids), await channelsOf(tx, ids)]
    for (const { userId } of written) {
      const person = people.get(userId)
      if (!person) continue
      await notify(tx, person, {
        template: campaignTemplate(slug, words, person.locale, tx.config.SITE_URL),
        channels: new Set(channelsFor(userId).news),
        path: campaignPath(slug),
        tag: `news-${slug}`,
        expiresAt: new Date(tx.now() + MAX_DELAY_MS)
      })
    }
    return written.length
  })
