import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Admission } from '#contract/admissions/calls.ts'
import { inFours } from '#domain/gift-cards/gift-card.ts'
import { admissionState, returnableUntil } from '#domain/orders/admission.ts'
import { toIso } from '#domain/time/yerevan-time.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { requireUser } from '#server/services/core/access.ts'
import { drawQr } from '#server/services/core/qr-code.ts'
import { areReturnable, asAdmission } from './admission-rows.ts'

const { admissions, branches, orderItems, orders, suppliers } = schema
/** Far above what a person keeps. */
const MAX_LISTED = 200

/** Returns the tickets of the caller: first those that can be used, the next one at the top, then the others, the newest first (GET /admissions). */
export const listAdmissions = async (ctx: Context): Promise<Admission[]> => {
  const { userId } = requireUser(ctx)
  const all = await present(ctx, await readAdmissions(ctx, and(eq(admissions.userId, userId), isNull(admissions.withdrawnAt))))
  const [valid, over] = [all.filter(({ state }) => state === 'valid'), all.filter(({ state }) => state !== 'valid')]
  return [...valid.toSorted((a, b) => dueAt(a) - dueAt(b)), ...over]
}

const dueAt = ({ admissionAt, expiresAt }: Admission): number => Date.parse(admissionAt ?? expiresAt)

/** The tickets of an order of the caller, in the order of its lines, and whether all that is left of it can be given back. */
export const admissionsOfOrder = async (ctx: Context, orderId: number): Promise<{ shown: Admission[]; canReturn: boolean }> => {
  const rows = await readAdmissions(ctx, eq(admissions.orderId, orderId), [asc(admissions.itemId), asc(admissions.position)])
  const canReturn = areReturnable(
    rows.map(({ admission }) => admission),
    ctx.now()
  )
  return { shown: await present(ctx, rows), canReturn }
}

const readAdmissions = (ctx: Context, where: SQL | undefined, order: SQL[] = [desc(admissions.id)]) =>
  ctx.db
    .select({
      admission: admissions,
      name: orderItems.name,
      options: orderItems.options,
      orderNumber: orders.number,
      supplier: { name: suppliers.name, alias: suppliers.alias },
      branch: { address: branches.address, lat: branches.lat, lng: branches.lng, phone: branches.phone }
    })
    .from(admissions)
    .innerJoin(orderItems, eq(orderItems.id, admissions.itemId))
    .innerJoin(orders, eq(orders.id, admissions.orderId))
    .innerJoin(branches, eq(branches.id, admissions.branchId))
    .innerJoin(suppliers, eq(suppliers.id, branches.supplierId))
    .where(where)
    .orderBy(...order)
    .limit(MAX_LISTED)

const present = (ctx: Context, rows: Awaited<ReturnType<typeof readAdmissions>>): Promise<Admission[]> =>
  Promise.all(
    rows.map(async ({ admission: row, name, options, orderNumber, supplier, branch }): Promise<Admission> => {
      const admission = asAdmission(row)
      const state = admissionState(admission, ctx.now())
      return {
        id: row.id,
        number: inFours(row.number),
        state,
        name: name[ctx.locale],
        options: options.map((option) => option.name[ctx.locale]),
        orderNumber,
        supplier: { name: supplier.name[ctx.locale], alias: supplier.alias },
        place: { address: branch.address[ctx.locale], lat: branch.lat, lng: branch.lng, phone: branch.phone },
        admissionAt: admission.admissionAt === null ? null : toIso(admission.admissionAt),
        movedFrom: admission.movedFrom === null ? null : toIso(admission.movedFrom),
        expiresAt: toIso(admission.expiresAt),
        usedAt: admission.usedAt === null ? null : toIso(admission.usedAt),
        returnableUntil: toIso(returnableUntil(admission)),
        qr: state === 'valid' ? await drawQr(row.number) : null
      }
    })
  )
