import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '#tests/support/sources.ts'

/** The laundry of the demo market: its services are booked. */
export const LAUNDRY = 5001
/** Its cleaners, who are ordered: they come at a time and take nothing with them. */
export const CLEANING = 5002

/** What staff do in the running shop. */
export const staff = (...words: string[]): Promise<void> => run('orders', words)
/** The same about money. */
export const staffPayments = (...words: string[]): Promise<void> => run('payments', words)

const run = async (program: 'orders' | 'payments', words: readonly string[]): Promise<void> => {
  const env = { ...process.env, DATA_DIR: join(process.env['E2E_DATA'] ?? '', 'data'), DATABASE_URL: '' }
  await promisify(execFile)(process.execPath, [join(ROOT, `src/server/cli/${program}.ts`), ...words], { env })
}
