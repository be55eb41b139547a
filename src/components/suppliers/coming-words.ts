import type { SupplierKind } from '#domain/enums.ts'
import type { Key } from '#i18n/keys.ts'

/** What a supplier's coming costs: goods are delivered, services come. */
export const comingWords = (kind: SupplierKind): { from: Key; free: Key; freeFrom: Key } =>
  kind === 'service'
    ? { from: 'supplier:service.priceFrom', free: 'supplier:service.free', freeFrom: 'supplier:service.freeFrom' }
    : { from: 'supplier:deliveryFrom', free: 'supplier:deliveryFree', freeFrom: 'supplier:freeFrom' }
