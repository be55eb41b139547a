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

const MAX_AT_ONCE = 200
const MAX_DELAY_MS = DAY_MINUTES * MINUTE

/** Notifies people who subscribed to news about each running campaign, once per person, in batches. Returns how many were notified. */
export const publishCampaigns = async (ctx: Context, campaigns: readonly Campaign[]): Promise<number> => {
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
    notified += await publishOne(ctx, slug, words)
  }
  return notified
}

const textOf = (campaign: Campaign | undefined): { title: string; text: string } => ({
  title: campaign?.title ?? '',
  text: campaign?.description ?? ''
})

const publishOne = (ctx: Context, slug: string, words: StoredWords): Promise<number> =>
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
      .limit(MAX_AT_ONCE)
    if (readers.length === 0) return 0
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
