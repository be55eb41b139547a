import { endpoint } from '#contract/endpoint.ts'
import type { Currency } from '#domain/enums.ts'

/** Configuration of this installation that pages and islands need. */
export interface Info {
  currency: 'AMD'
  /** Drams for one unit; null: no rate, so it cannot be chosen. */
  currencies: { code: Currency; rate: number | null }[]
  /** yyyy-mm-dd and where the rates come from; null without rates. */
  rates: { date: string; source: string } | null
  cities: { key: string; name: string; lat: number; lng: number }[]
  serviceFee: { percent: number; floor: number; cap: number }
  simulators: { messages: boolean; bank: boolean }
  overload: { active: boolean; hoursToWait: number; overloadingStartTime: string | null; overloadingEndTime: string | null }
}

export interface CampaignCard {
  slug: string
  title: string
  description: string
  picture: string
  from: string
  to: string
  running: boolean
  /** AMD; null when there is no minimum order. */
  minimumOrder: number | null
  /** Set when its terms name one. */
  promoCode: string | null
}

export interface CampaignDetail extends CampaignCard {
  /** Its terms: sanitised HTML with headings from level three. */
  html: string
}

export const info = endpoint<{ reply: Info }>()({
  method: 'GET',
  path: '/info',
  access: 'public',
  codes: [],
  about: 'Cities, fees and switches of this market.'
})

export const campaigns = endpoint<{ reply: CampaignCard[] }>()({
  method: 'GET',
  path: '/info/campaigns',
  access: 'public',
  codes: [],
  about: 'Campaigns written by the editors, running ones first.'
})

export const campaign = endpoint<{ params: { slug: string }; reply: CampaignDetail }>()({
  method: 'GET',
  path: '/info/campaigns/:slug',
  access: 'public',
  codes: [],
  about: 'One campaign with its terms.'
})

export const health = endpoint<{ reply: { status: 'ok' } }>()({
  method: 'GET',
  path: '/health',
  access: 'public',
  codes: [],
  about: 'Liveness: answers as long as the process does, whatever its database does.'
})

/** `undelivered`: messages and events that were given up and wait for people (`npm run messages`); `withheld`: SMS of the last 24 hours for which their limits left no place. They do not make it unready. null: not counted in time. `ledgerDifferences`: what the last check of the ledger found (`npm run ledger -- check`); null: none was made. `lostLogLines`: lines of this process's log that could not be written. */
export interface Readiness {
  status: 'ready'
  undelivered: { messages: number; events: number; withheld: number } | null
  ledgerDifferences: number | null
  lostLogLines: number
}

export const ready = endpoint<{ reply: Readiness }>()({
  method: 'GET',
  path: '/ready',
  access: 'public',
  codes: ['NOT_READY'],
  about:
    'Readiness: the database answers, its main tables can be read, the market is loaded and the process is not stopping; else NOT_READY with `data.reason`.'
})
