import { expect } from 'vitest'
import { operateReceipts } from '#server/services/receipts/operate-receipts.ts'
import { sendReceipts } from '#server/services/receipts/send-receipts.ts'
import type { TestApi } from './api.ts'
import { atWork } from './shopping.ts'

/** Prints what waits, and expects one receipt for each paid order and one return for each refund. */
export const receiptsAgree = async (api: TestApi): Promise<void> => {
  await sendReceipts(atWork(api))
  const { lines, failed } = await operateReceipts(atWork(api), { verb: 'check' })
  expect([failed, lines.at(-1)]).toEqual([false, expect.stringContaining('no differences')])
}
