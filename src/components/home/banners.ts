import type { CampaignCard } from '#contract/info.ts'
import type { Translate } from '#i18n/keys.ts'

export interface Banner {
  href: string
  title: string
  text: string
  action: string
  pictures: readonly string[]
  tint: number
}

/** The slider of the home page: restaurants first, then what runs, then the other ways to shop. Each leads to a real place. */
export const bannersOf = (campaigns: readonly CampaignCard[], t: Translate): Banner[] => [
  {
    href: '/restaurants?open=1',
    title: t('home:hotTitle'),
    text: t('home:hotText'),
    action: t('home:hotAction'),
    pictures: ['🍖', '🫓', '🍅'],
    tint: 1
  },
  ...campaigns.slice(0, 2).map(({ slug, title, picture }) => ({
    href: `/campaigns/${slug}`,
    title,
    text: '',
    action: t('home:readMore'),
    pictures: [picture],
    tint: 9
  })),
  {
    href: '/supermarkets',
    title: t('home:freshTitle'),
    text: t('home:freshText'),
    action: t('home:freshAction'),
    pictures: ['🥬', '🍑', '🧀'],
    tint: 4
  },
  {
    href: '/pharmacies',
    title: t('home:careTitle'),
    text: t('home:careText'),
    action: t('home:careAction'),
    pictures: ['💊', '🧴', '🍼'],
    tint: 6
  },
  {
    href: '/gift-card',
    title: t('home:giftTitle'),
    text: t('home:giftText'),
    action: t('home:giftAction'),
    pictures: ['🎁', '💐', '🎈'],
    tint: 11
  }
]
