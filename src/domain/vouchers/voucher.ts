import type { PaymentMethodId, SupplierKind } from '../enums.ts'
import { allocate } from '../ledger/shares.ts'
import type { Words } from '../locale.ts'
import { percentOf, type Amount } from '../money.ts'

export const VOUCHER_KINDS = ['fixed', 'percent', 'free-delivery'] as const
export type VoucherKind = (typeof VOUCHER_KINDS)[number]
export const VOUCHER_FUNDERS = ['market', 'supplier'] as const
/** Who pays for a voucher. */
export type VoucherFunder = (typeof VOUCHER_FUNDERS)[number]

/** What a voucher gives and asks for, apart from who uses it. Days are yyyy-mm-dd in Yerevan, both included. */
export interface Voucher {
  code: string
  title: Words
  kind: VoucherKind
  /** fixed: an amount; percent: hundredths of a percent; free-delivery: 0. */
  value: number
  /** The most that a percentage takes off. */
  cap: Amount | null
  funder: VoucherFunder
  startsOn: string
  endsOn: string
  /** Goods that it is for, at least. */
  minimum: Amount
  /** Aliases of suppliers, and kinds; empty: all. */
  suppliers: readonly string[]
  kinds: readonly SupplierKind[]
  notDiscounted: boolean
  /** Ids of payment methods; empty: all. */
  methods: readonly PaymentMethodId[]
}

/** A line of a basket as a voucher sees it. */
export interface VoucherLine {
  supplierId: number
  alias: string
  kind: SupplierKind
  price: Amount
  isDiscounted: boolean
}

/** Why a voucher gives nothing in this basket. */
export type VoucherProblem = 'expired' | 'category' | 'discounted' | 'minimum'

/** What it takes off: by line, in their order, and of the delivery of suppliers by their id. */
export interface VoucherEffect {
  amount: Amount
  lines: readonly Amount[]
  deliveries: ReadonlyMap<number, Amount>
}

const DRAM = 100

/** The form in which codes are stored and compared. */
export const voucherCode = (text: string): string => text.replace(/\s/g, '').toUpperCase()

const isFor = ({ suppliers, kinds }: Voucher, { alias, kind }: Pick<VoucherLine, 'alias' | 'kind'>): boolean =>
  (suppliers.length === 0 || suppliers.includes(alias)) && (kinds.length === 0 || kinds.includes(kind))

const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((all, amount) => all + amount, 0)

/** What a voucher takes off a basket on a day: its lines by largest remainder, or the delivery of the suppliers that it is for. */
export const voucherEffect = (
  voucher: Voucher,
  lines: readonly VoucherLine[],
  deliveries: ReadonlyMap<number, Amount>,
  day: string
): VoucherEffect | VoucherProblem => {
  if (day < voucher.startsOn || day > voucher.endsOn) return 'expired'
  const meant = lines.map((line) => isFor(voucher, line))
  if (!meant.includes(true)) return 'category'
  const eligible = lines.map((line, index) => meant[index] === true && !(voucher.notDiscounted && line.isDiscounted))
  if (!eligible.includes(true)) return 'discounted'
  const weights = lines.map(({ price }, index) => (eligible[index] ? price : 0))
  const goods = sum(weights)
  if (goods < voucher.minimum) return 'minimum'
  if (voucher.kind === 'free-delivery') {
    const free = new Map(lines.flatMap(({ supplierId }, index) => (eligible[index] ? [[supplierId, deliveries.get(supplierId) ?? 0]] : [])))
    return { amount: sum([...free.values()]), lines: lines.map(() => 0), deliveries: free }
  }
  const amount = Math.min(goods, voucher.kind === 'fixed' ? voucher.value : percentage(voucher, goods))
  return { amount, lines: allocate(amount, weights), deliveries: new Map() }
}

/** In whole drams, rounded down. */
const percentage = ({ value, cap }: Voucher, goods: Amount): Amount =>
  Math.min(cap ?? goods, Math.floor(percentOf(goods, value / 100) / DRAM) * DRAM)
