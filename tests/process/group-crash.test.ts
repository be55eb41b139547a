import { expect } from 'vitest'
import { hasHeld, runGroupCrash } from '#tests/load/group-crash.ts'
import { postgresTest } from '#tests/support/postgres-test.ts'
import { copyDatabase } from '#tests/support/prepared-data.ts'

/** A part of what `npm run speed -- groups` does: each course once. */
const PLAN = { groups: 5, people: 4, atOnce: 5, kills: 2 }

postgresTest('group orders for which everybody pays, at a shop that is killed: each is placed once or refunded whole', async () => {
  const run = await runGroupCrash(await copyDatabase(), PLAN)
  expect(run.faults).toEqual([])
  expect(run.courses.map(({ course, state }) => `${course}: ${state}`).sort()).toEqual([
    'all: placed',
    'cancelled: cancelled',
    'closed: placed',
    'left out: placed',
    'refused: placed'
  ])
  expect({ bank: run.bank, ledger: run.ledger }).toEqual({ bank: run.orders, ledger: run.orders })
  expect(run.inFlight).toBeGreaterThan(0)
  expect(hasHeld(run, PLAN)).toBe(true)
})
