import type * as profile from '#contract/profile/calls.ts'
import type { profileSchemas } from '#contract/profile/schemas.ts'
import { addAddress } from '#server/services/profile/add-address.ts'
import { changeAddress } from '#server/services/profile/change-address.ts'
import { listAddresses } from '#server/services/profile/list-addresses.ts'
import { makeDefault } from '#server/services/profile/make-default.ts'
import { removeAddress } from '#server/services/profile/remove-address.ts'
import { replaceAddress } from '#server/services/profile/replace-address.ts'
import { setPaymentMethod } from '#server/services/profile/set-payment-method.ts'
import type { Handlers } from './http/mount.ts'

export const profileHandlers: Handlers<typeof profile, typeof profileSchemas> = {
  addresses: (ctx) => listAddresses(ctx),
  addAddress: (ctx, { body }) => addAddress(ctx, body),
  replaceAddress: (ctx, { body }) => replaceAddress(ctx, body),
  changeAddress: (ctx, { body }) => changeAddress(ctx, body),
  removeAddress: (ctx, { params }) => removeAddress(ctx, params.id),
  makeDefault: (ctx, { body }) => makeDefault(ctx, body.addressId),
  paymentMethod: (ctx, { body }) => setPaymentMethod(ctx, body.paymentMethodId)
}
