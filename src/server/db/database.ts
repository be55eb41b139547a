import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { schema } from './schema.ts'

export type Schema = typeof schema
/** The handle of either engine, and of a transaction on it. */
export type Db = PgDatabase<PgQueryResultHKT, Schema>
