/** What people ask the market for by a form: an answer, work, to sell here, television and internet. */
export const APPLICATION_KINDS = ['contact', 'courier', 'partner', 'telecom'] as const
export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

/** open: nobody has answered; answered: by mail; closed: without, or by phone. */
export const APPLICATION_STATES = ['open', 'answered', 'closed'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

export const REGIONS = [
  ...(['yerevan', 'aragatsotn', 'ararat', 'armavir', 'gegharkunik', 'kotayk'] as const),
  ...(['lori', 'shirak', 'syunik', 'tavush', 'vayotsDzor'] as const)
]
export const CONTACT_SUBJECTS = ['order', 'payment', 'account', 'supplier', 'idea', 'other'] as const
export const JOB_TITLES = ['courier', 'picker'] as const
export const COURIER_TYPES = ['foot', 'bicycle', 'motorcycle', 'car'] as const
/** Type of business: C1 restaurants, C2 shops. */
export const COMPANY_TYPES = ['C1', 'C2'] as const
export const CALL_TIMES = ['any', 'morning', 'day', 'evening'] as const

/** Pay of couriers, AMD a month: fixed beside the pay by order, and the most that bonuses add. */
export const COURIER_PAY = { fixed: 100_000, bonus: 100_000 } as const

/** Television and internet for the home. AMD a month; channels null: no television; mbps null: no internet. */
export const TELECOM_PLANS = [
  { id: 'internet', mbps: 100, channels: null, price: 6_000 },
  { id: 'tv', mbps: null, channels: 150, price: 4_500 },
  { id: 'both', mbps: 200, channels: 180, price: 8_500 }
] as const
export type TelecomPlan = (typeof TELECOM_PLANS)[number]
export const TELECOM_PLAN_IDS = TELECOM_PLANS.map(({ id }) => id)

export const MAX_MESSAGE = 3_000
export const MAX_NAME = 60
export const MAX_COMPANY = 120
export const MAX_STREET = 200
/** Fills in a form faster than anybody can read it: a robot. Seconds. */
export const LEAST_SECONDS = 3
