import { expect, type Page, type Request } from '@playwright/test'
import { over } from './budgets.ts'
import { weigh, type Weight } from './bytes.ts'
import { shiftFaults, watchShifts } from './layout-faults.ts'
import { openSettled } from './page-watch.ts'

/** What a first visit may weigh; no bound where a page has no budget. */
export interface Bounds {
  script?: number
  markup?: number
  /** It may move as far as it likes: a personal page fills itself in the browser. */
  mayMove?: boolean
}
export interface FirstLoad {
  weight: Weight
  faults: string[]
}

const QUIET_MS = 500
/** Resolves when nothing was requested for a while. A stream of events, which stays open, does not count. */
export const watchRequests = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>()
  let changedAt = Date.now()
  page.on('request', (request) => {
    if (request.url().endsWith('/orders/events')) return
    open.add(request)
    changedAt = Date.now()
  })
  const close = (request: Request): void => {
    if (open.delete(request)) changedAt = Date.now()
  }
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return () => expect.poll(() => open.size === 0 && Date.now() - changedAt > QUIET_MS, { intervals: [100] }).toBe(true)
}

/** Opens a page in a context that has fetched nothing yet and looks at the load itself: its bytes, and what moved. */
export const loadFirst = async (page: Page, path: string, bounds: Bounds): Promise<FirstLoad> => {
  const weighed = weigh(page)
  const quiet = watchRequests(page)
  await watchShifts(page)
  await openSettled(page, path)
  await quiet()
  const weight = await weighed()
  const faults = [...over(weight, { script: Infinity, ...bounds }), ...(bounds.mayMove ? [] : await shiftFaults(page))]
  return { weight, faults: faults.map((fault) => `${path} ${fault}`) }
}
