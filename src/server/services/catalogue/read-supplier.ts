import type { Department, Supplier } from '#contract/catalogue/calls.ts'
import { toAmd } from '#domain/money.ts'
import { largePictureUrl } from '#domain/pictures.ts'
import { firstSlot, SLOT_HORIZON_DAYS } from '#domain/time/slots.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { overloadNow } from '#server/services/catalogue/overload.ts'
import { fail } from '#server/services/core/fail.ts'
import type { DirectorySupplier } from '#server/catalogue-memory/directory.ts'
import { branchInfo, servingOf, supplierCard } from './supplier-card.ts'

/** Returns one supplier in full, by id or alias; SUPPLIER_NOT_FOUND also when it left the market. */
export const readSupplier = async (ctx: Context, idOrAlias: { id: number } | { alias: string }): Promise<Supplier> => {
  const supplier = await findSupplier(ctx, idOrAlias)
  const card = supplierCard(supplier, ctx.locale, ctx.now(), null)
  return {
    ...card,
    description: supplier.description[ctx.locale],
    imagesPaths: { large: card.pictures[0] === undefined ? null : largePictureUrl(card.pictures[0]) },
    taxId: supplier.taxId,
    packing: toAmd(supplier.packing + (supplier.paperBag ? ctx.config.PAPER_BAG_PRICE * 100 : 0)),
    preparationMinutes: supplier.preparationMinutes,
    refuses: supplier.refuses,
    overload: overloadOf(ctx, supplier),
    bookings: bookingsOf(supplier),
    preorder: card.open.status === 1 ? firstDelivery(ctx, supplier) : null,
    branches: supplier.branches.map((branch) => branchInfo(branch, ctx.locale, ctx.now())),
    departments: await readDepartments(ctx, supplier.id)
  }
}

const overloadOf = (ctx: Context, { overload }: DirectorySupplier): Supplier['overload'] => {
  const now = overloadNow(ctx, overload)
  return now && { hoursToWait: now.hoursToWait, until: now.overloadingEndTime && toIso(Date.parse(now.overloadingEndTime)) }
}

const bookingsOf = ({ bookings }: DirectorySupplier): Supplier['bookings'] =>
  bookings && { hours: bookings.hours, express: bookings.express, urgent: bookings.urgent }

/** Computed like the delivery times of a basket, for the nearest zone: addresses farther away may have to wait longer. */
const firstDelivery = (ctx: Context, supplier: DirectorySupplier): Supplier['preorder'] => {
  const { branch, zone } = servingOf(supplier, ctx.now(), null)
  const { schedule } = branch
  const slot = { schedule, preparationMinutes: supplier.preparationMinutes, deliveryMinutes: zone?.minutes ?? 0 }
  const first = firstSlot([slot], ctx.now(), SLOT_HORIZON_DAYS)
  return first && { from: toIso(first.from), to: toIso(first.to) }
}

export const findSupplier = async (ctx: Context, idOrAlias: { id: number } | { alias: string }): Promise<DirectorySupplier> => {
  const snapshot = await ctx.directory.read()
  const supplier = 'id' in idOrAlias ? snapshot.byId.get(idOrAlias.id) : snapshot.byAlias.get(idOrAlias.alias)
  if (!supplier) throw fail('SUPPLIER_NOT_FOUND')
  return supplier
}

/** Returns the departments with products, in the supplier's order. */
export const readDepartments = async (ctx: Context, supplierId: number): Promise<Department[]> => {
  const { departmentsOf } = await ctx.directory.read()
  const rows = await departmentsOf(supplierId)
  return rows.map(({ name, ...row }) => ({ ...row, name: name[ctx.locale] }))
}
