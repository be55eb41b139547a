import '#page-scripts/listing/near-start.ts'
import { startDepartmentList, startSpy } from './department-spy.ts'
import { startSharing } from './share-start.ts'
import { loadScripts } from '#page-scripts/load-scripts.ts'
import { isSignedIn } from '#page-scripts/saved-state.ts'

/** Separately bundled script of supplier pages. */
startSpy()
startDepartmentList()
startSharing()

// Back from signing in to fetch an order (spec section 2): the press that led there is repeated.
if (location.search.includes('enablePickup=1'))
  addEventListener('load', () => document.querySelector<HTMLElement>('[data-modal="supplier-branches"]')?.click())

// A link to a group order. Without a connection the page shows the menu alone.
const groupHash = new URLSearchParams(location.search).get('groupHash')
if (groupHash)
  addEventListener('load', () =>
    loadScripts('basket').then(
      ({ showModal }) => showModal(isSignedIn() ? 'join-group-order' : 'group-invite', JSON.stringify({ hash: groupHash })),
      () => undefined
    )
  )
