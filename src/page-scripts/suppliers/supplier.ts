import '#page-scripts/listing/near-start.ts'
import { startDepartmentList, startSpy } from './department-spy.ts'
import { startSharing } from './share-start.ts'

/** Separately bundled script of supplier pages. */
startSpy()
startDepartmentList()
startSharing()

// Back from signing in to fetch an order (spec section 2): the press that led there is repeated.
if (location.search.includes('enablePickup=1'))
  addEventListener('load', () => document.querySelector<HTMLElement>('[data-modal="supplier-branches"]')?.click())
