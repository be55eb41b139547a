import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as v from 'valibot'
import type { CampaignCard, CampaignDetail } from '#contract/info/calls.ts'
import { LOCALES, localeLinks, type Locale } from '#domain/locale.ts'
import { isDate, yerevan, type Instant } from '#domain/time/yerevan-time.ts'
import { once } from '#server/memoize.ts'
import { fail } from '#server/services/core/fail.ts'
import { cleanHtml } from '#server/services/home/clean-html.ts'

const FOLDER = join(import.meta.dirname, '../../../../content/campaigns')

const day = v.pipe(
  v.union([v.string(), v.date()]),
  v.transform((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value)),
  v.check(isDate, 'must be a day such as 2025-09-01')
)
const FrontMatter = v.object({
  title: v.string(),
  description: v.string(),
  picture: v.string(),
  from: day,
  to: day,
  minimumOrder: v.optional(v.number()),
  promoCode: v.optional(v.string())
})

export interface Campaign {
  slug: string
  locale: Locale
  title: string
  description: string
  picture: string
  from: string
  to: string
  minimumOrder?: number | undefined
  promoCode?: string | undefined
  /** The terms as HTML, rendered on first use. */
  html: () => Promise<string>
}

/** Reads the editors' campaigns (content/campaigns/<language>/<slug>.md), front matter and terms. A malformed file throws with its name. */
export const readCampaigns = (folder = FOLDER): Campaign[] =>
  LOCALES.flatMap((locale) => {
    const path = join(folder, locale)
    if (!existsSync(path)) return []
    return readdirSync(path)
      .filter((file) => file.endsWith('.md'))
      .map((file) => {
        const [, front = '', text = ''] = /^---\n([\s\S]*?)\n---([\s\S]*)/.exec(readFileSync(join(path, file), 'utf8')) ?? []
        const result = v.safeParse(FrontMatter, parse(front))
        if (!result.success) {
          const [issue] = result.issues
          throw new Error(`${join(path, file)}: ${v.getDotPath(issue) ?? 'front matter'}: ${issue.message}`)
        }
        return { slug: file.slice(0, -3), locale, ...result.output, html: once(async () => localeLinks(locale, await htmlOf(text))) }
      })
  })

const cardOf = ({ slug, title, description, picture, from, to, minimumOrder, promoCode }: Campaign, date: string): CampaignCard => ({
  slug,
  title,
  description,
  picture,
  from,
  to,
  running: from <= date && date <= to,
  minimumOrder: minimumOrder ?? null,
  promoCode: promoCode ?? null
})

/** Returns campaigns in a language, running ones first, then the newest. */
export const listCampaigns = (campaigns: Campaign[], locale: Locale, now: Instant): CampaignCard[] => {
  const { date } = yerevan(now)
  return campaigns
    .filter((campaign) => campaign.locale === locale)
    .map((campaign) => cardOf(campaign, date))
    .sort((a, b) => Number(b.running) - Number(a.running) || b.from.localeCompare(a.from, 'en') || a.slug.localeCompare(b.slug, 'en'))
}

const htmlOf = async (markdown: string): Promise<string> => {
  const { markdownToHtml } = await import('satteri')
  return cleanHtml(markdownToHtml(markdown).html)
}

/** Returns one campaign with its terms; NOT_FOUND when there is none. */
export const readCampaign = async (campaigns: readonly Campaign[], slug: string, locale: Locale, now: Instant): Promise<CampaignDetail> => {
  const campaign = campaigns.find((one) => one.slug === slug && one.locale === locale)
  if (!campaign) throw fail('NOT_FOUND')
  return { ...cardOf(campaign, yerevan(now).date), html: await campaign.html() }
}
