import type { Department, Supplier } from '#contract/catalogue.ts'
import { toAmd } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'
import type { DirectorySupplier } from './directory.ts'
import { branchInfo, supplierCard } from './supplier-card.ts'

/** One supplier whole, by id or alias; SUPPLIER_NOT_FOUND also when it left the market. */
export const readSupplier = async (ctx: Context, which: { id: number } | { alias: string }): Promise<Supplier> => {
  const supplier = await findSupplier(ctx, which)
  return {
    ...supplierCard(supplier, ctx.locale, ctx.now(), null),
    description: supplier.description[ctx.locale],
    taxId: supplier.taxId,
    packing: toAmd(supplier.packing + (supplier.paperBag ? ctx.config.PAPER_BAG_PRICE * 100 : 0)),
    branches: supplier.branches.map((branch) => branchInfo(branch, ctx.locale)),
    departments: await readDepartments(ctx, supplier.id)
  }
}

export const findSupplier = async (ctx: Context, which: { id: number } | { alias: string }): Promise<DirectorySupplier> => {
  const snapshot = await ctx.directory.read()
  const supplier = 'id' in which ? snapshot.byId.get(which.id) : snapshot.byAlias.get(which.alias)
  if (!supplier) throw fail('SUPPLIER_NOT_FOUND')
  return supplier
}

/** Departments that hold products, in the supplier's order. */
export const readDepartments = async (ctx: Context, supplierId: number): Promise<Department[]> => {
  const { departmentsOf } = await ctx.directory.read()
  const rows = await departmentsOf(supplierId)
  return rows.map(({ name, ...row }) => ({ ...row, name: name[ctx.locale] }))
}
