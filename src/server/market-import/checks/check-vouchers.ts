import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { CUSTOMER_GROUPS, PAYMENT_METHOD, SUPPLIER_KINDS } from '#domain/enums.ts'
import { VOUCHER_FUNDERS, VOUCHER_KINDS } from '#domain/vouchers/voucher.ts'
import { shown, type FaultList } from '#server/market-import/faults.ts'
import { VOUCHERS_FILE, type MarketFolder } from '#server/market-import/folder.ts'
import { checkYaml, readYaml } from '#server/market-import/read-yaml.ts'
import { across, amount, day, flag, keyText, list, matching, oneOf, percent, record, whole, words } from './check-values.ts'

const uses = v.optional(whole(1, 1_000_000))
const METHODS = Object.keys(PAYMENT_METHOD) as (keyof typeof PAYMENT_METHOD)[]

const Entry = record({
  code: matching(/^[A-Z0-9-]{3,24}$/, '3 to 24 capital latin letters, digits and dashes'),
  title: words(80),
  kind: oneOf(VOUCHER_KINDS),
  amount: v.optional(amount),
  percent: v.optional(percent),
  cap: v.optional(amount),
  funder: oneOf(VOUCHER_FUNDERS),
  from: day,
  to: day,
  minimum: v.optional(amount, 0),
  suppliers: v.optional(list(keyText, 'aliases of suppliers'), []),
  kinds: v.optional(list(oneOf(SUPPLIER_KINDS), 'kinds of suppliers'), []),
  methods: v.optional(list(oneOf(METHODS), 'payment methods'), []),
  notDiscounted: v.optional(flag, false),
  firstOrder: v.optional(flag, false),
  vip: v.optional(flag, false),
  groups: v.optional(list(oneOf(CUSTOMER_GROUPS), 'customer groups'), []),
  perPerson: uses,
  inAll: uses
})
type Entry = v.InferOutput<typeof Entry>

const needs = (entry: Entry): { key: string; problem: string }[] => {
  const { kind, funder } = entry
  return [
    ...(kind === 'fixed' && !entry.amount ? [{ key: 'amount', problem: 'is missing, expected what a fixed voucher takes off' }] : []),
    ...(kind === 'percent' && !entry.percent ? [{ key: 'percent', problem: 'is missing, expected the share of a percent voucher' }] : []),
    ...(kind !== 'fixed' && entry.amount !== undefined ? [{ key: 'amount', problem: 'belongs to fixed vouchers only' }] : []),
    ...(kind !== 'percent' && entry.percent !== undefined ? [{ key: 'percent', problem: 'belongs to percent vouchers only' }] : []),
    ...(kind !== 'percent' && entry.cap !== undefined ? [{ key: 'cap', problem: 'belongs to percent vouchers only' }] : []),
    ...(kind === 'free-delivery' && funder === 'supplier'
      ? [{ key: 'funder', problem: 'is supplier, expected market: delivery is not the supplier’s' }]
      : []),
    ...(entry.to < entry.from ? [{ key: 'to', problem: `is ${shown(entry.to)}, expected no day before ${entry.from}` }] : [])
  ]
}

const checkEntries = (aliases: readonly string[]) =>
  across<Entry[]>((entries, report) => {
    const known = new Set(aliases)
    const first = new Map<string, number>()
    entries.forEach((entry, index) => {
      for (const { key, problem } of needs(entry)) report([index, key], problem)
      entry.suppliers.forEach((alias, place) => {
        if (!known.has(alias)) report([index, 'suppliers', place], `is ${shown(alias)}, expected the folder of a supplier`)
      })
      const earlier = first.get(entry.code)
      if (earlier === undefined) first.set(entry.code, index)
      else report([index, 'code'], `${shown(entry.code)} stands already at [${earlier}], expected every code once`)
    })
  })

/** Reads vouchers.yaml as rows; none without such a file. Faults are reported by line. */
export const readVouchersFile = async ({ root, aliases }: Pick<MarketFolder, 'root' | 'aliases'>, faults: FaultList) => {
  if (!existsSync(join(root, VOUCHERS_FILE))) return []
  const yaml = await readYaml(join(root, VOUCHERS_FILE), VOUCHERS_FILE, faults)
  const entries = yaml && checkYaml(yaml, v.pipe(list(Entry, 'a list of vouchers'), checkEntries(aliases)))
  return (entries ?? []).map((entry) => ({
    code: entry.code,
    title: entry.title,
    kind: entry.kind,
    value: entry.amount ?? entry.percent ?? 0,
    cap: entry.cap ?? null,
    funder: entry.funder,
    starts_on: entry.from,
    ends_on: entry.to,
    minimum: entry.minimum,
    suppliers: entry.suppliers,
    kinds: entry.kinds,
    not_discounted: entry.notDiscounted,
    methods: entry.methods.map((name) => PAYMENT_METHOD[name]),
    first_order: entry.firstOrder,
    vip: entry.vip,
    groups: entry.groups,
    per_person: entry.perPerson ?? null,
    in_all: entry.inAll ?? null
  }))
}
