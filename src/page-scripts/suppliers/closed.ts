import { startClosedSupplier } from './closed-supplier.ts'

/** Separately bundled script, on pages of suppliers that are closed or close soon. */
startClosedSupplier()
