import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the shop of the browser's tests notes how it ended. */
export const shopEnded = (folder: string): string => join(folder, 'shop-ended')

/** Runs before the shop is stopped: one that has ended by itself fails the run, whatever its tests say. */
export default (): void => {
  const path = shopEnded(process.env.E2E_DATA ?? '')
  if (existsSync(path)) throw new Error(`the shop ended by itself: exit code ${readFileSync(path, 'utf8').trim()}`)
}
