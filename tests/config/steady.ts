import { PATIENCE_MS } from '../support/patience.ts'

const SEED = 20_261_120

/** fast-check's seed: the same in every run. RANDOM_SEED=random draws one and says it, RANDOM_SEED=<number> repeats it. */
const seed = (): number => {
  const asked = process.env.RANDOM_SEED
  if (!asked) return SEED
  if (Number.isSafeInteger(Number(asked))) return Number(asked)
  const drawn = Math.floor(Math.random() * 2 ** 31)
  process.stdout.write(`RANDOM_SEED=${drawn}\n`)
  return drawn
}

/** What keeps a run from depending on how busy the machine is. */
export const STEADY = { hookTimeout: 120_000, expect: { poll: { timeout: PATIENCE_MS } } }

/** For the tests that draw their own cases. */
export const seeded = () => ({ env: { RANDOM_SEED: String(seed()) }, setupFiles: ['tests/support/seed-setup.ts'] })
