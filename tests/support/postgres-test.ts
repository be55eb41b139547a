import { test } from 'vitest'
import { NEEDS_POSTGRES } from '#server/cli/report.ts'
import { withoutPostgres } from '#server/cli/steps.ts'
import { NO_POSTGRES, startLocalPostgres, type LocalPostgres } from './local-postgres.ts'
import { freePort } from './shop-process.ts'

type Declare = (title: string, ...rest: unknown[]) => void
/** Marks a title, so that the runner knows why the test is left out. */
const marked =
  (declare: Declare): Declare =>
  (title, ...rest) =>
    declare(`${title}${NEEDS_POSTGRES}`, ...rest)
const leftOut = Object.assign(marked(test.skip as Declare), {
  each: (cases: readonly unknown[]) => marked(test.skip.each(cases) as Declare)
}) as unknown as typeof test

/** A test that needs a PostgreSQL server: a machine without one fails it, unless WITHOUT_POSTGRES=1 leaves it out, counted as skipped. */
export const postgresTest = withoutPostgres ? leftOut : test

/** A server of its own; whoever has no PostgreSQL is told what to do. */
export const startPostgres = async (): Promise<LocalPostgres> => {
  const postgres = startLocalPostgres(await freePort())
  if (!postgres) throw new Error(NO_POSTGRES)
  return postgres
}
