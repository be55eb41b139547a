import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { CUSTOMER_GROUPS, PAYMENT_METHOD, SUPPLIER_KINDS } from '#domain/enums.ts'
import { GIFT_CARD_VALUE } from '#domain/gift-cards/gift-card.ts'
import { REWARD_TYPE } from '#domain/rewards/rule.ts'
import { shown, type FaultList } from '#server/market-import/faults.ts'
import { REWARDS_FILE, type MarketFolder } from '#server/market-import/folder.ts'
import { checkYaml, readYaml } from '#server/market-import/read-yaml.ts'
import { across, amount, day, flag, keyText, list, oneOf, percent, record, whole, words } from './check-values.ts'

const TYPES = ['fixed', 'rate', 'free-delivery', 'lottery', 'global'] as const
const TYPE_IDS = {
  ...{ fixed: REWARD_TYPE.FIXED, rate: REWARD_TYPE.RATE, 'free-delivery': REWARD_TYPE.FREE_DELIVERY },
  ...{ lottery: REWARD_TYPE.LOTTERY, global: REWARD_TYPE.GLOBAL }
} as const
const METHODS = Object.keys(PAYMENT_METHOD) as (keyof typeof PAYMENT_METHOD)[]
const POINT = 100
const HASH_LENGTH = 32
/** In the file points are whole, one for each dram. */
const points = whole(1, 1_000_000)

/** A prize is a gift card, in drams. */
const amountOfCard = whole(GIFT_CARD_VALUE.min, GIFT_CARD_VALUE.max)

const Entry = record({
  key: keyText,
  title: words(80),
  type: oneOf(TYPES),
  percent: v.optional(percent),
  points: v.optional(points),
  tickets: v.optional(whole(1, 100)),
  winners: v.optional(whole(1, 1_000)),
  prize: v.optional(amountOfCard),
  from: day,
  to: day,
  minimum: v.optional(amount, 0),
  cap: v.optional(points),
  suppliers: v.optional(list(keyText, 'aliases of suppliers'), []),
  kinds: v.optional(list(oneOf(SUPPLIER_KINDS), 'kinds of suppliers'), []),
  methods: v.optional(list(oneOf(METHODS), 'payment methods'), []),
  labelled: v.optional(flag, false),
  vip: v.optional(flag, false),
  groups: v.optional(list(oneOf(CUSTOMER_GROUPS), 'customer groups'), []),
  liveDays: v.optional(whole(1, 3_650)),
  liveUntil: v.optional(day)
})
type Entry = v.InferOutput<typeof Entry>

interface Problem {
  key: string
  problem: string
}

const OF_AMOUNTS = ['percent', 'points', 'cap'] as const
const OF_POINTS = [...OF_AMOUNTS, 'liveDays', 'liveUntil'] as const
const OF_DRAWS = ['tickets', 'winners', 'prize'] as const

const problemsOf = (entry: Entry): Problem[] => [
  ...PROBLEMS_OF[entry.type](entry),
  ...(entry.to < entry.from ? [{ key: 'to', problem: `is ${shown(entry.to)}, expected no day before ${entry.from}` }] : [])
]

const problemsOfDraw = (entry: Entry): Problem[] => [
  ...OF_DRAWS.filter((key) => entry[key] === undefined).map((key) => ({ key, problem: 'is missing, expected tickets, winners and prize' })),
  ...OF_POINTS.filter((key) => entry[key] !== undefined).map((key) => ({ key, problem: 'belongs to rules that give points only' }))
]

const problemsOfPoints = (entry: Entry): Problem[] => [...withoutDraw(entry), ...problemsOfRate(entry), ...problemsOfLife(entry)]

const problemsOfDelivery = (entry: Entry): Problem[] => [
  ...withoutDraw(entry),
  ...OF_AMOUNTS.filter((key) => entry[key] !== undefined).map((key) => ({ key, problem: 'belongs to rules that give points only' })),
  ...problemsOfLife(entry)
]

const withoutDraw = (entry: Entry): Problem[] =>
  OF_DRAWS.filter((key) => entry[key] !== undefined).map((key) => ({ key, problem: 'belongs to rules of type lottery only' }))

const problemsOfRate = ({ type, percent: rate, points: fixed }: Entry): Problem[] => [
  ...(type === 'rate' && !rate ? [{ key: 'percent', problem: 'is missing, expected the share of what is paid' }] : []),
  ...(type === 'fixed' && fixed === undefined ? [{ key: 'points', problem: 'is missing, expected the points of an order' }] : []),
  ...(type === 'global' && !rate && fixed === undefined ? [{ key: 'percent', problem: 'is missing, expected percent or points' }] : []),
  ...(rate !== undefined && type === 'fixed' ? [{ key: 'percent', problem: 'belongs to rules of type rate or global only' }] : []),
  ...(fixed !== undefined && (type === 'rate' || (type === 'global' && rate !== undefined))
    ? [{ key: 'points', problem: 'does not go with percent, expected one of the two' }]
    : [])
]

const problemsOfLife = ({ to, liveDays, liveUntil }: Entry): Problem[] => [
  ...(liveDays === undefined && liveUntil === undefined
    ? [{ key: 'liveDays', problem: 'is missing, expected liveDays or liveUntil' }]
    : []),
  ...(liveDays !== undefined && liveUntil !== undefined
    ? [{ key: 'liveUntil', problem: 'does not go with liveDays, expected one of the two' }]
    : []),
  ...(liveUntil !== undefined && liveUntil < to
    ? [{ key: 'liveUntil', problem: `is ${shown(liveUntil)}, expected no day before ${to}` }]
    : [])
]

const PROBLEMS_OF: Readonly<Record<Entry['type'], (entry: Entry) => Problem[]>> = {
  ...{ fixed: problemsOfPoints, rate: problemsOfPoints, global: problemsOfPoints },
  ...{ lottery: problemsOfDraw, 'free-delivery': problemsOfDelivery }
}

const checkEntries = (aliases: readonly string[]) =>
  across<Entry[]>((entries, report) => {
    const known = new Set(aliases)
    const first = new Map<string, number>()
    entries.forEach((entry, index) => {
      for (const { key, problem } of problemsOf(entry)) report([index, key], problem)
      entry.suppliers.forEach((alias, place) => {
        if (!known.has(alias)) report([index, 'suppliers', place], `is ${shown(alias)}, expected the folder of a supplier`)
      })
      const earlier = first.get(entry.key)
      if (earlier === undefined) first.set(entry.key, index)
      else report([index, 'key'], `${shown(entry.key)} stands already at [${earlier}], expected every key once`)
    })
  })

/** What a rule says: conditions that came later are left out where there are none, so that no rule changed when they came. */
const said = ({ vip, groups, ...rest }: Entry): object => ({ ...rest, ...(vip && { vip }), ...(groups.length > 0 && { groups }) })

/** Reads rewards.yaml as rows; none without such a file. Faults are reported by line. A rule that says something else is another row. */
export const readRewardsFile = async ({ root, aliases }: Pick<MarketFolder, 'root' | 'aliases'>, faults: FaultList) => {
  if (!existsSync(join(root, REWARDS_FILE))) return []
  const yaml = await readYaml(join(root, REWARDS_FILE), REWARDS_FILE, faults)
  const entries = yaml && checkYaml(yaml, v.pipe(list(Entry, 'a list of rewards'), checkEntries(aliases)))
  return (entries ?? []).map((entry, position) => ({
    key: entry.key,
    content_hash: hash('sha256', JSON.stringify(said(entry))).slice(0, HASH_LENGTH),
    active: true,
    position,
    title: entry.title,
    type: TYPE_IDS[entry.type],
    rate: entry.percent ?? null,
    points: entry.points === undefined ? null : entry.points * POINT,
    tickets: entry.tickets ?? null,
    winners: entry.winners ?? null,
    prize: entry.prize === undefined ? null : entry.prize * POINT,
    starts_on: entry.from,
    ends_on: entry.to,
    minimum: entry.minimum,
    cap: entry.cap === undefined ? null : entry.cap * POINT,
    suppliers: entry.suppliers,
    kinds: entry.kinds,
    methods: entry.methods.map((name) => PAYMENT_METHOD[name]),
    labelled: entry.labelled,
    vip: entry.vip,
    groups: entry.groups,
    live_days: entry.liveDays ?? null,
    live_until: entry.liveUntil ?? null
  }))
}
