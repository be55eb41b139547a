import { join } from 'node:path'
import { createDatabase, withFolder, withPostgres } from '#tests/load/measured-shop.ts'
import { hangWorker, type HungWorker } from '#tests/support/hang-worker.ts'
import { stopUnderLoad, type StoppedShop } from '#tests/support/stop-under-load.ts'
import type { Row } from './rows.ts'
import { runLonger } from './run-longer.ts'

const ROUNDS = 20
const HANGS = 3
const CODE_MS = 15_000
const CALLS = 5_000
const SEED = 29

/** A busy shop that is asked to end, again and again, with one data folder. */
const measureStopping = (): Promise<Row> =>
  withFolder(async (folder) => {
    const rounds: StoppedShop[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await stopUnderLoad(join(folder, 'data')))
    const lost = rounds.flatMap((round) => round.lost)
    const ended = rounds.filter(({ exitCode }) => exitCode === 0).length
    const answered = rounds.reduce((sum, round) => sum + round.answered, 0)
    return {
      what: `SIGTERM to a shop that 24 clients write to without a pause, ${ROUNDS} rounds`,
      goal: '0 requests lost, each end in order',
      figure: `${lost.length} lost, ${answered} answered; ${ended} ends in order`,
      met: lost.length === 0 && ended === ROUNDS
    }
  })

/** The worker with the jobs stands still; a code for signing in is asked of the other. */
const measureHanging = async (): Promise<Row[]> =>
  (await withPostgres(async (postgres) => {
    const hangs: HungWorker[] = []
    for (let count = 0; count < HANGS; count += 1) hangs.push(await hangWorker(await createDatabase(postgres, `hang${count}`)))
    const slowest = Math.max(...hangs.map(({ codeMs }) => codeMs ?? Infinity))
    return [
      {
        what: `the worker with the jobs stopped by a signal, ${HANGS} times: a code for signing in leaves`,
        goal: `<= ${CODE_MS / 1_000} s, and the worker is replaced`,
        figure: `${(slowest / 1_000).toFixed(1)} s; ${hangs.filter(({ isReplaced }) => isReplaced).length} replaced`,
        met: slowest <= CODE_MS && hangs.every(({ isReplaced }) => isReplaced)
      }
    ]
  })) ?? []

/** The shop stopped in order, a worker that hangs, and calls that nobody would make. */
export const measureStops = async (): Promise<Row[]> => [
  await measureStopping(),
  ...(await measureHanging()),
  runLonger('random-calls', {
    what: `${CALLS} random calls of every endpoint, by a person with orders, cards and money (seed ${SEED})`,
    ...{ goal: 'each answered or refused by a code, 0 answers 500', as: '0 answers 500', unless: 'FAILED' },
    env: { CALLS: String(CALLS), RANDOM_SEED: String(SEED) }
  })
]
