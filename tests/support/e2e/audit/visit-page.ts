import type { Page } from '@playwright/test'
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

/** Opens a page in a context that has fetched nothing yet and looks at the load itself: its bytes, and what moved. */
export const loadFirst = async (page: Page, path: string, bounds: Bounds): Promise<FirstLoad> => {
  const weighed = weigh(page)
  await watchShifts(page)
  await openSettled(page, path)
  await page.waitForLoadState('networkidle')
  const weight = await weighed()
  const faults = [...over(weight, { script: Infinity, ...bounds }), ...(bounds.mayMove ? [] : await shiftFaults(page))]
  return { weight, faults: faults.map((fault) => `${path} ${fault}`) }
}
