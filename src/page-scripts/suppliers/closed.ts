import { startClosedSupplier } from './closed-supplier.ts'

/** A script of its own, bundled whole, on pages of suppliers that are closed or close soon. */
startClosedSupplier()
