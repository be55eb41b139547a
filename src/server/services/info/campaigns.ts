import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as v from 'valibot'
import type { CampaignCard } from '#contract/info.ts'
import { LOCALES, type Locale } from '#domain/locale.ts'
import { isDate, yerevan, type Instant } from '#domain/yerevan-time.ts'

const FOLDER = join(import.meta.dirname, '../../../../content/campaigns')

const day = v.pipe(
  v.union([v.string(), v.date()]),
  v.transform((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value)),
  v.check(isDate, 'must be a day such as 2025-09-01')
)
const FrontMatter = v.object({ title: v.string(), description: v.string(), picture: v.string(), from: day, to: day, order: v.number() })

export interface Campaign {
  slug: string
  locale: Locale
  title: string
  description: string
  picture: string
  from: string
  to: string
  order: number
}

/** The editors' campaigns (content/campaigns/<language>/<slug>.md), their front matter only. A broken file names itself. */
export const readCampaigns = (folder = FOLDER): Campaign[] =>
  LOCALES.flatMap((locale) => {
    const path = join(folder, locale)
    if (!existsSync(path)) return []
    return readdirSync(path)
      .filter((file) => file.endsWith('.md'))
      .map((file) => {
        const front = /^---\n([\s\S]*?)\n---/.exec(readFileSync(join(path, file), 'utf8'))?.[1] ?? ''
        const result = v.safeParse(FrontMatter, parse(front))
        if (!result.success) {
          const [issue] = result.issues
          throw new Error(`${join(path, file)}: ${v.getDotPath(issue) ?? 'front matter'}: ${issue.message}`)
        }
        return { slug: file.slice(0, -3), locale, ...result.output }
      })
  })

/** Campaigns in a language, running ones first, then the newest. */
export const listCampaigns = (campaigns: Campaign[], locale: Locale, now: Instant): CampaignCard[] => {
  const { date } = yerevan(now)
  return campaigns
    .filter((campaign) => campaign.locale === locale)
    .map(({ order, locale: _, ...card }) => ({ order, card: { ...card, running: card.from <= date && date <= card.to } }))
    .sort((a, b) => Number(b.card.running) - Number(a.card.running) || a.order - b.order || a.card.slug.localeCompare(b.card.slug, 'en'))
    .map(({ card }) => card)
}
