import { ifRefused } from '#client/call.ts'
import * as baskets from '#contract/baskets/calls.ts'
import type { Slot } from '#contract/baskets/calls.ts'
import * as groupOrders from '#contract/group-orders/calls.ts'
import type { WantedDelivery } from '#contract/group-orders/calls.ts'
import { $addresses, $chosenAddress, chooseAddress } from '#stores/addresses/addresses.ts'
import { $location } from '#stores/addresses/location.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { acceptGroup } from './group-order.ts'

export interface SlotsQuery {
  supplierId: number
  addressId: number | null
  /** When it is ordered: the list closes then. */
  inMinutes: number
}

/** When a restaurant can deliver to an address: the slots of today, else of the first day that has any. Empty when it does not come. */
export const loadSlotsOf = async ({ supplierId, addressId, inMinutes }: SlotsQuery): Promise<readonly Slot[]> => {
  const where = addressId === null ? {} : { addressId }
  const timesOf = (date?: string) =>
    environment()
      .call(baskets.availableTimes, { query: { supplierId, inMinutes, ...where, ...(date !== undefined && { date }) } })
      .catch(ifRefused(null))
  const times = await timesOf()
  const [first] = times?.dates ?? []
  if (!times || times.slots.length > 0 || first === undefined) return times?.slots ?? []
  return (await timesOf(first))?.slots ?? []
}

/** With the delivery address of the shop where no other was chosen. */
export const withAddress = ({ addressId = $chosenAddress.get()?.id ?? undefined, ...when }: WantedDelivery): WantedDelivery =>
  addressId === undefined ? when : { addressId, ...when }

/** Makes the address of the group order that of the shop: basket and checkout are for the same. */
export const deliverTo = ({ addressId }: WantedDelivery): void => {
  const addresses = $addresses.get()
  const found = addresses.state === 'ready' ? addresses.list.find(({ id }) => id === addressId) : undefined
  if (found && found.id !== $location.get().addressId) chooseAddress(found)
}

/** The initiator says where and when it is to come. Returns what refused it. */
export const changeDelivery = async (wanted: WantedDelivery): Promise<Failure | null> => {
  const body = withAddress(wanted)
  try {
    await acceptGroup(await environment().call(groupOrders.changeDelivery, { body }))
    deliverTo(body)
    return null
  } catch (cause) {
    return failureOf(cause)
  }
}
