import { inArray } from 'drizzle-orm'
import type { PaymentMethodId } from '#domain/enums.ts'
import type { DoorMoney } from '#domain/ledger/received.ts'
import type { Context } from '#server/context.ts'
import { schema } from '#server/db/schema.ts'
import { methodAtDoor, methodOf } from './methods.ts'
import { tendersOf } from './tender-rows.ts'

/**
 * Records what a courier takes for a locked order, whatever the person chose, and who the courier is. Returns the method that it is paid by
 * now; null when nothing is to be taken at the door.
 */
export const takeAtDoor = async (
  tx: Context,
  orderId: number,
  { money, courier }: { money: DoorMoney | null; courier: string | null }
): Promise<PaymentMethodId | null> => {
  const due = (await tendersOf(tx, orderId)).filter(({ state, methodId }) => state === 'held' && methodOf(methodId).door !== null)
  const [first] = due
  if (!first) return null
  const methodId = money ? methodAtDoor(money).id : first.methodId
  const { orderTenders } = schema
  await tx.db
    .update(orderTenders)
    .set({ methodId, courier })
    .where(
      inArray(
        orderTenders.id,
        due.map(({ id }) => id)
      )
    )
  return methodId
}
