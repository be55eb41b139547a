import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Configurator, Product, ProductCard, ProductQuery } from '#contract/catalogue/calls.ts'
import { countryName } from '#domain/countries.ts'
import { PRODUCT_TYPE, type SupplierKind } from '#domain/enums.ts'
import { discounted, fromAmd, toAmd } from '#domain/money.ts'
import { unitPrice } from '#domain/prices/unit-price.ts'
import { fittingOptions } from '#domain/options/selected-options.ts'
import type { Words } from '#domain/locale.ts'
import type { AdmissionRules } from '#domain/orders/admission.ts'
import { toIso, type Instant } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'
import { CARD_COLUMNS, productCard, productCardColumns, supplierColumns, MASK, type CardRow } from './product-card.ts'

/** Returns one product with its options; ARTICLE_NOT_FOUND when it or its supplier left the market. */
export const readProduct = async (ctx: Context, id: number, query: ProductQuery = {}): Promise<Product> => {
  const { products, suppliers, brands, departments } = schema
  const [row] = await ctx.readDb
    .select({
      ...productCardColumns,
      pictures: products.pictures,
      description: products.description,
      country: products.country,
      properties: products.properties,
      content: products.content,
      gifts: products.gifts,
      tiers: products.tiers,
      admissions: suppliers.admissions,
      category: departments.category,
      brandId: products.brandId,
      brandKey: brands.key,
      brandName: brands.name
    })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(departments, eq(departments.id, products.departmentId))
    .where(and(eq(products.id, id), isNull(products.withdrawnAt), isNull(suppliers.withdrawnAt)))
  if (!row || !isRequested(row, query)) throw fail('ARTICLE_NOT_FOUND')
  const card = productCard(row, ctx.locale, ctx.isAdult)
  const { categories, properties } = await ctx.directory.read()
  const configurators = await readConfigurators(ctx, row.optionGroupIds)
  const masked = card.name === MASK.name && row.adult
  const description = masked ? '' : (row.description?.[ctx.locale] ?? '')
  return {
    ...card,
    pictures: masked || !row.pictures ? [card.picture] : row.pictures,
    description,
    comment: description,
    ...typeOf(row),
    categoryId: categories.find(({ kind, key }) => kind === row.supplierKind && key === row.category)?.id ?? null,
    country: row.country,
    countryName: row.country && countryName(row.country, ctx.locale),
    brand:
      row.brandId && row.brandKey && row.brandName && !masked
        ? { id: row.brandId, key: row.brandKey, name: row.brandName[ctx.locale] }
        : null,
    properties: properties.flatMap(({ key, name }) => (row.properties.includes(key) ? [{ key, name: name[ctx.locale] }] : [])),
    unitPrice: unitPrice(card.price, card.unitId, row.content),
    gifts: await readGifts(ctx, row.supplierId, row.gifts),
    tiers: (row.tiers ?? []).map((tier) => ({ ...tier, price: toAmd(discounted(fromAmd(card.price), tier.discount)) })),
    configurators,
    variants: [{ orderNumber: `${row.supplierId}-${row.code}`, price: card.price, stock: row.stock }],
    selectedOptions: fittingOptions(configurators, query.selectedOptions),
    ...(query.withCrossSelling ? { crossSelling: await readCrossSelling(ctx, card) } : {})
  }
}

const typeOf = (row: { supplierKind: SupplierKind; admissions: AdmissionRules | null; admissionAt: Instant | null }) => {
  if (row.supplierKind !== 'giftCard') return {}
  if (!row.admissions) return { productType: PRODUCT_TYPE.giftCard }
  return { productType: PRODUCT_TYPE.ticket, admissionAt: row.admissionAt === null ? null : toIso(row.admissionAt) }
}

const isRequested = (row: { supplierId: number; brandId: number | null }, { supplierId, brandId }: ProductQuery): boolean =>
  (supplierId === undefined || supplierId === row.supplierId) && (brandId === undefined || brandId === row.brandId)

/** Returns one product by the last part of its page's address, `12-khorovats` (GET /products/link/{link}). */
export const readProductByLink = (ctx: Context, link: string): Promise<Product> => {
  const id = Number(/^([1-9]\d{0,8})(-[\w-]*)?$/.exec(link)?.[1])
  if (!id) throw fail('ARTICLE_NOT_FOUND')
  return readProduct(ctx, id)
}

/** Returns accompanying products: the supplier's products with these codes that are on the market, in this order. */
const readGifts = async (ctx: Context, supplierId: number, codes: readonly string[]): Promise<Product['gifts']> => {
  if (codes.length === 0) return []
  const rows = await rowsOf<{ id: number; name: Words; picture: string }>(
    ctx.readDb,
    sql`select id, name, picture from products where supplier_id = ${supplierId}::int and code = any(${sql.param([...codes])}::text[])
      and withdrawn_at is null and not adult order by array_position(${sql.param([...codes])}::text[], code), id`
  )
  return rows.map(({ id, name, picture }) => ({ id, name: name[ctx.locale], picture }))
}

const CROSS_SELLING = 12

/** Returns cross-selling products: the best offers of the supplier's other departments, then of its own; none sold out or for adults only. */
const readCrossSelling = async (ctx: Context, card: ProductCard): Promise<ProductCard[]> => {
  const { byId } = await ctx.directory.read()
  const supplier = byId.get(card.supplier.id)
  if (!supplier) return []
  const rows = await rowsOf<CardRow>(
    ctx.readDb,
    sql`select ${CARD_COLUMNS} from (
        select *, row_number() over (partition by department_id order by turn, id) as best from products
        where supplier_id = ${supplier.id}::int and withdrawn_at is null and id <> ${card.id}::int and not adult and stock is distinct from 0
      ) p order by department_id = ${card.departmentId}::int, best, turn, id limit ${CROSS_SELLING}`
  )
  return rows.map((row) => productCard({ ...row, ...supplierColumns(supplier) }, ctx.locale, ctx.isAdult))
}

/** Returns the options of a product by its id (GET /products/{id}/configurators). */
export const configuratorsOf = async (ctx: Context, productId: number): Promise<Configurator[]> =>
  (await readProduct(ctx, productId)).configurators

const readConfigurators = async (ctx: Context, groupIds: number[]): Promise<Configurator[]> => {
  if (groupIds.length === 0) return []
  const { optionGroups, optionValues } = schema
  const rows = await ctx.readDb
    .select({ group: optionGroups, value: optionValues })
    .from(optionGroups)
    .innerJoin(optionValues, and(eq(optionValues.groupId, optionGroups.id), isNull(optionValues.withdrawnAt)))
    .where(inArray(optionGroups.id, groupIds))
    .orderBy(asc(optionValues.position), asc(optionValues.id))
  const byGroup = Map.groupBy(rows, ({ group }) => group.id)
  return groupIds.flatMap((groupId) => {
    const own = byGroup.get(groupId)
    if (!own?.[0]) return []
    const { group } = own[0]
    return [
      {
        id: group.id,
        key: group.key,
        name: group.name[ctx.locale],
        type: group.type,
        min: group.min,
        max: group.max,
        values: own.map(({ value }) => ({
          id: value.id,
          name: value.name[ctx.locale],
          price: toAmd(value.price),
          ...(value.soldOut ? { soldOut: true } : {})
        }))
      }
    ]
  })
}
