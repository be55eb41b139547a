import type { OrderDetails } from '#contract/orders/calls.ts'
import type { ClaimReason } from '#domain/orders/claims.ts'
import { areServices } from '#domain/orders/fulfilment.ts'
import type { Key } from '#i18n/keys.ts'

/** Message key of what was wrong: a service is not missing or spoilt. */
export const reasonKey = ({ suppliers }: Pick<OrderDetails, 'suppliers'>, reason: ClaimReason): Key =>
  areServices(suppliers) && (reason === 'missing' || reason === 'spoilt') ? `claims:service.${reason}` : `claims:reason.${reason}`
