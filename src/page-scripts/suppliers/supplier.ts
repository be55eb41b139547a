import '#page-scripts/listing/near-start.ts'
import { startDepartmentList, startSpy } from './department-spy.ts'
import { startSharing } from './share-start.ts'

/** What the pages of suppliers do besides; a script of its own, bundled whole. */
startSpy()
startDepartmentList()
startSharing()
