import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { wallet } from '#domain/ledger/accounts.ts'
import { walletToppedUp } from '#domain/ledger/own-money.ts'
import { createAdapters } from '#server/adapters/create.ts'
import { readConfig } from '#server/config.ts'
import { openPglite } from '#server/db/engine.ts'
import { jobContext } from '#server/jobs/context.ts'
import type { Kernel } from '#server/kernel.ts'
import { createKernel } from '#server/process/create-kernel.ts'
import { acquireLock } from '#server/process/lock/lock.ts'
import { operate } from '#server/process/operate.ts'
import { withTransaction } from '#server/services/core/transaction.ts'
import { postTransfers } from '#server/services/ledger/post.ts'
import { readLedgerOrder } from '#server/services/payments/books/operate-ledger.ts'
import { makeLedger } from '#tests/load/make-ledger.ts'
import { runCommand } from '#tests/support/command.ts'
import { fillEmptyFolder } from '#tests/support/empty-database.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const run = (folder: string, ...words: string[]) => runCommand('ledger', folder, ...words)

/** One supplier with a branch, whose orders makeLedger makes. */
const SUPPLIER = `insert into suppliers (id, alias, kind, name, description, pictures, hue, tax_id, preparation_minutes, minimum, packing, refuses, city, position)
    values (1, 'a', 'shop', '{}', '{}', '[]', 1, '1', 1, 1, 1, '[]', 'yerevan', 1);
  insert into branches (id, supplier_id, city, address, lat, lng, phone, hours, exceptions, zones, position)
    values (1, 1, 'yerevan', '{}', 1, 1, '', '[]', '[]', '[]', 1)`
/** makeLedger's first orders. */
const ORDER = 1_000_001

test('an operator proves the ledger, reads every difference with its cure, and heals what can be, beside the running shop and without it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-ledger-'))
  folders.push(folder)
  fillEmptyFolder(folder)
  let kernel: Kernel | null = null
  const lock = await acquireLock(folder, {
    operate: (command, words) => {
      if (!kernel) throw new Error('not open')
      return operate(kernel, command, words)
    }
  })
  const engine = await openPglite(folder)
  const config = readConfig({ ...process.env, DATA_DIR: folder, DATABASE_URL: '' })
  const adapters = await createAdapters(engine, config, Date.now)
  // The made payments are of no bank.
  delete adapters.payments.card.books
  const running = createKernel({ config, engine, adapters, now: Date.now, log: () => undefined })
  kernel = running
  /** What the running shop answers; that a command reaches it is seen below. */
  const asked = (...words: string[]) => operate(running, 'ledger', words)
  await engine.exec(SUPPLIER)
  await makeLedger(engine, 70)
  await engine.exec(`alter table wallet_entries disable trigger all;
    insert into wallet_entries (id, user_id, wallet_type, type, amount, reason, created_at)
      values (5, 5, 1, 'recalculation', 900, '{"why": "toppedUp"}', now());
    alter table wallet_entries enable trigger all`)
  await withTransaction(jobContext(kernel), (tx) => postTransfers(tx, [walletToppedUp('wallet-entry:5:topped-up', 5, 900)]))
  expect(await asked('check')).toEqual({ lines: ['the ledger adds up: 72 entries, no difference'], failed: false })

  const past = (change: string) =>
    engine.exec(`alter table ledger_entries disable trigger all; alter table ledger_transfers disable trigger all; ${change};
    alter table ledger_entries enable trigger all; alter table ledger_transfers enable trigger all`)
  await past(`delete from ledger_entries where transfer_id = ${2 * ORDER}; delete from ledger_transfers where id = ${2 * ORDER}`)
  await past(
    `update ledger_entries set amount = amount + 100 where transfer_id = ${2 * (ORDER + 1) + 1} and account = 'revenue:commission'`
  )
  await past(`update ledger_balances set balance = 800 where account = '${wallet(5)}'`)
  await past(`update payments set captured_amount = captured_amount - 1 where id = ${ORDER + 2}`)
  await past(`insert into ledger_transfers (id, kind, cause) values (9, 'refund.sent', 'refund:4:sent');
    insert into ledger_entries values (9, 'bank', -7), (9, 'refund:pending:simulator', 7)`)
  const beside = await run(folder, 'check')
  expect(beside).toMatchObject({ code: 1, err: '' })
  const EXPECTED = [
    `order m${ORDER + 1} (order:${ORDER + 1}:funded): its entries add up to 1.00 AMD instead of nothing`,
    `payment m${ORDER}-1 (payment:${ORDER}:captured): 4723.00 AMD are not in the ledger. Post them: npm run ledger -- post payment:${ORDER}:captured`,
    `payment m${ORDER + 2}-1 (payment:${ORDER + 2}:captured): 4723.00 AMD are in the ledger, and the shop's row says 4722.99 AMD`,
    'refund:4:sent: 0.07 AMD are in the ledger, and no row of the shop says why',
    'liability:wallet:5: the stored balance is 8.00 AMD, its entries add up to 9.00 AMD. Count it again: npm run ledger -- balances',
    'liability:wallet:5: the stored balance is 8.00 AMD, the history of the corporate wallet adds up to 9.00 AMD',
    `order m${ORDER} (receivable:order:${ORDER}): -4723.00 AMD, more left than came`,
    'simulator: the ledger has 42507.00 AMD there, payments less refunds are 47229.99 AMD',
    '72 entries, 8 differences'
  ]
  const lines = beside.out.trimEnd().split('\n')
  expect(lines.map((line, index) => line.slice(0, EXPECTED[index]?.length))).toEqual(EXPECTED)

  expect(await run(folder, 'post', `payment:${ORDER}:captured`)).toMatchObject({
    code: 0,
    out: `payment:${ORDER}:captured is in the ledger now\n`
  })
  expect(await asked('post', `payment:${ORDER}:captured`)).toMatchObject({
    failed: true,
    lines: [expect.stringContaining('does not miss') as unknown]
  })
  expect((await asked('balances')).lines).toEqual(['1 balances were wrong and are right now'])
  await engine.close()
  await lock.release()
  const after = await run(folder, 'check')
  expect(after.code).toBe(1)
  expect(after.out).not.toContain('not in the ledger')
  expect(after.out).not.toContain('stored balance')
  for (const words of [[], ['check', '1'], ['post'], ['post', "x'; drop"], ['balances', 'all'], ['drop']])
    expect(readLedgerOrder(words)).toBeNull()
  expect(await run(folder, 'drop')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Usage:') as unknown })
})
