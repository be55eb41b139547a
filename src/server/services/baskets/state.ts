import { sql, type SQL } from 'drizzle-orm'
import { familyOf, type BasketType, type Family, type OrderMode, type ProductLabel, type SupplierKind, type UnitId } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import type { Tier } from '#domain/prices/tiers.ts'
import type { Amount } from '#domain/money.ts'
import type { Instant } from '#domain/time/yerevan-time.ts'
import type { Db } from '#server/db/engine.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Overload } from '#server/db/schema/catalogue.ts'
import type { Voucher } from '#domain/vouchers/voucher.ts'
import type { Group } from './group/read-group.ts'
import type { BasketRow } from './owner.ts'

/** A product as currently stored. `withdrawn`: the product or its supplier left the market. */
export interface StoredProduct {
  id: number
  supplierId: number
  family: Family
  overload: Overload | null
  code: string
  name: Words
  picture: string
  unitId: UnitId
  adult: boolean
  minimum: number
  stock: number | null
  basePrice: Amount
  price: Amount
  optionGroupIds: number[]
  labels: readonly ProductLabel[]
  /** What comes with each of it for nothing, while the supplier has it. */
  gifts: readonly Words[]
  tiers: readonly Tier[]
  /** Of the goods of its supplier, points pay only those with the label use_points. */
  pointsLabelled: boolean
  /** Its ticket is for then; null: for any day, or it is none. */
  admissionAt: Instant | null
  withdrawn: boolean
}

export interface StoredLine {
  id: number
  productId: number
  quantity: number
  userId: number | null
  optionIds: number[]
  optionsKey: string
}

/** A row of `addresses`, with its column names. */
export interface StoredAddress {
  id: number
  title: string
  address_title: string
  street: string
  apartment: string
  city: string
  latitude: number
  longitude: number
  entrance: string
  floor: number
  door_code: string
  comment: string
  phone: string
}

/** A basket with its lines, their products and the additionally requested products, read at one moment. */
export interface BasketState {
  basket: BasketRow | null
  lines: StoredLine[]
  products: Map<number, StoredProduct>
  /** null: none was requested, or it does not belong to the person. */
  address: StoredAddress | null
  /** The voucher that was entered. */
  voucher: Voucher | null
  /** The group order that the basket is in, once it is added (withGroup). */
  group: Group | null
}

interface Row {
  basket_id: number | null
  owner_id: number | null
  group_order_id: number | null
  type: BasketType
  version: number
  order_mode: OrderMode
  branch_id: number | null
  pickup_supplier_id: number | null
  wallet_type: number
  line_id: number | null
  quantity: number
  line_user_id: number | null
  option_ids: number[]
  options_key: string
  product_id: number | null
  supplier_id: number
  kind: SupplierKind
  admits: boolean
  admission_ms: number | null
  overload: Overload | null
  code: string
  name: Words
  picture: string
  unit_id: UnitId
  adult: boolean
  minimum: number
  stock: number | null
  base_price: number
  price: number
  option_group_ids: number[]
  labels: readonly ProductLabel[]
  gifts: readonly Words[] | null
  tiers: readonly Tier[] | null
  points_labelled: boolean
  withdrawn: boolean
  address: StoredAddress | null
  voucher: Voucher | null
}

/** `id` null: the person's default address. */
export interface AddressQuery {
  id: number | null
  userId: number
}

interface ReadOptions {
  /** Ids of products to be added. */
  requested?: readonly number[]
  address?: AddressQuery | undefined
  /** Reads the lines of all baskets in a group order instead of the basket's own. */
  groupOrderId?: number
}

const VOUCHER =
  sql.raw(`jsonb_build_object('code', x.code, 'title', x.title, 'kind', x.kind, 'value', x.value, 'cap', x.cap, 'funder', x.funder,
  'startsOn', x.starts_on, 'endsOn', x.ends_on, 'minimum', x.minimum, 'suppliers', x.suppliers, 'kinds', x.kinds,
  'notDiscounted', x.not_discounted, 'methods', x.methods)`)

/** Names of the gifts of a product that are on sale. Their stock is not held: they are the supplier's to give. */
const GIFTS = sql.raw(`select jsonb_agg(g.name order by g.id) from products g where g.supplier_id = p.supplier_id
  and p.gifts @> to_jsonb(g.code) and g.withdrawn_at is null and not g.adult and (g.stock is null or g.stock > 0)`)

const NO_ADDRESS = sql`null::jsonb`

const OWN_LINES = sql`select x.id, x.product_id, x.quantity, x.user_id, x.option_ids, x.options_key from basket_items x join b on b.id = x.basket_id`
const linesOfGroup = (groupOrderId: number): SQL =>
  sql`select x.id, x.product_id, x.quantity, g.user_id, x.option_ids, x.options_key from basket_items x join baskets g on g.id = x.basket_id
    where g.group_order_id = ${groupOrderId}::int`

const addressRow = ({ id, userId }: AddressQuery): SQL => {
  const condition = id === null ? sql`a.default_shipping_address` : sql`a.id = ${id}::int`
  return sql`(select to_jsonb(a) from addresses a where a.user_id = ${userId}::int and ${condition} limit 1)`
}

/** Reads basket, lines and products in one query. `where` is a condition on the table `baskets`. */
export const readState = async (db: Db, where: SQL, { requested = [], address, groupOrderId }: ReadOptions = {}): Promise<BasketState> => {
  const found = address ? addressRow(address) : NO_ADDRESS
  const rows = await rowsOf<Row>(
    db,
    sql`with b as (select id, user_id, group_order_id, type, version, order_mode, branch_id, supplier_id, wallet_type, voucher_code from baskets where ${where}),
      i as (${groupOrderId === undefined ? OWN_LINES : linesOfGroup(groupOrderId)})
    select b.id as basket_id, b.user_id as owner_id, b.group_order_id, b.type, b.version, b.order_mode, b.branch_id, b.supplier_id as pickup_supplier_id,
      b.wallet_type, i.id as line_id, i.quantity, i.user_id as line_user_id, i.option_ids, i.options_key,
      p.id as product_id, p.supplier_id, s.kind, s.overload, p.code, p.name, p.picture, p.unit_id, p.adult, p.minimum, p.stock,
      p.base_price, p.price, p.option_group_ids, p.labels, case when p.gifts <> '[]' then (${GIFTS}) end as gifts, p.tiers,
      s.points_labelled, s.admissions is not null as admits, (extract(epoch from p.admission_at) * 1000)::float8 as admission_ms,
      (p.withdrawn_at is not null or s.withdrawn_at is not null) as withdrawn, ${found} as address,
      case when b.voucher_code is not null then (select ${VOUCHER} from vouchers x where x.code = b.voucher_code) end as voucher
    from (values (1)) one (n)
    left join b on true
    left join products p on p.id = any(array(select product_id from i) || ${sql.param(requested)}::int[])
    left join i on i.product_id = p.id
    left join suppliers s on s.id = p.supplier_id
    order by i.id`
  )
  return stateOf(rows)
}

const stateOf = (rows: readonly Row[]): BasketState => {
  const [first] = rows
  const products = new Map<number, StoredProduct>()
  const lines: StoredLine[] = []
  for (const row of rows) {
    if (row.product_id === null) continue
    if (!products.has(row.product_id)) products.set(row.product_id, productOf(row, row.product_id))
    if (row.line_id !== null) lines.push(lineOf(row, row.line_id, row.product_id))
  }
  return {
    basket: first ? basketOf(first) : null,
    lines,
    products,
    address: first?.address ?? null,
    voucher: first?.voucher ?? null,
    group: null
  }
}

const basketOf = (row: Row): BasketRow | null =>
  row.basket_id === null
    ? null
    : {
        id: row.basket_id,
        userId: row.owner_id,
        groupOrderId: row.group_order_id,
        type: row.type,
        version: row.version,
        orderMode: row.order_mode,
        branchId: row.branch_id,
        supplierId: row.pickup_supplier_id,
        walletType: row.wallet_type
      }

const productOf = (row: Row, id: number): StoredProduct => ({
  id,
  supplierId: row.supplier_id,
  family: row.admits ? 'admissions' : familyOf(row.kind),
  overload: row.overload,
  code: row.code,
  name: row.name,
  picture: row.picture,
  unitId: row.unit_id,
  adult: row.adult,
  minimum: row.minimum,
  stock: row.stock,
  basePrice: row.base_price,
  price: row.price,
  optionGroupIds: row.option_group_ids,
  labels: row.labels,
  gifts: row.gifts ?? [],
  tiers: row.tiers ?? [],
  pointsLabelled: row.points_labelled,
  admissionAt: row.admission_ms,
  withdrawn: row.withdrawn
})

const lineOf = (row: Row, id: number, productId: number): StoredLine => ({
  id,
  productId,
  quantity: row.quantity,
  userId: row.line_user_id,
  optionIds: row.option_ids,
  optionsKey: row.options_key
})
