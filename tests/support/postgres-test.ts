import { test } from 'vitest'
import { withoutPostgres } from '#server/cli/steps.ts'
import { NO_POSTGRES, startLocalPostgres, type LocalPostgres } from './local-postgres.ts'
import { freePort } from './shop-process.ts'

/** A test that needs a PostgreSQL server: a machine without one fails it, unless WITHOUT_POSTGRES=1 leaves it out, counted as skipped. */
export const postgresTest = withoutPostgres ? test.skip : test

/** A server of its own; whoever has no PostgreSQL is told what to do. */
export const startPostgres = async (): Promise<LocalPostgres> => {
  const postgres = startLocalPostgres(await freePort())
  if (!postgres) throw new Error(NO_POSTGRES)
  return postgres
}
