import '#page-scripts/listing/near-start.ts'
import { startDepartmentList, startSpy } from './department-spy.ts'
import { startSharing } from './share-start.ts'

/** Separately bundled script of supplier pages. */
startSpy()
startDepartmentList()
startSharing()
