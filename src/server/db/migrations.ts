import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Marks a migration that rewrites, moves or drops stored data; the rest of the line says which. */
const CHANGES_DATA = /^-- changes data: \S/m

export interface Migration {
  tag: string
  /** Time in the journal, which the database records when it is applied. */
  when: number
  changesData: boolean
}

/** All migrations of this build, oldest first. */
export const readMigrations = (folder = MIGRATIONS): Migration[] => {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string; when: number }[] }
  return journal.entries.map(({ tag, when }) => ({
    tag,
    when,
    changesData: CHANGES_DATA.test(readFileSync(join(folder, `${tag}.sql`), 'utf8'))
  }))
}

/** Thrown when the database cannot be migrated; the message has the reason and the cure. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

/** A client of either driver. */
export interface Queryable {
  query(text: string): Promise<{ rows: unknown[] }>
}

export interface MigrationState {
  /** Whether the database has no tables yet. */
  isNew: boolean
  pending: Migration[]
}

/** Returns the pending migrations. Throws MigrationRefused when the database has some that this build does not know. */
export const migrationState = async (client: Queryable, migrations = readMigrations()): Promise<MigrationState> => {
  const applied = await appliedTimes(client)
  const known = new Set(migrations.map(({ when }) => when))
  const unknown = applied.filter((when) => !known.has(when))
  if (unknown.length > 0)
    throw new MigrationRefused(
      `The database was last used by a newer version of the shop: ${unknown.length} of its migrations are not known here ` +
        `(newest known: ${migrations.at(-1)?.tag ?? 'none'}). Start the newer version again, or restore the backup from before the upgrade ` +
        '(README, "Upgrades").'
    )
  const appliedSet = new Set(applied)
  return { isNew: applied.length === 0, pending: migrations.filter(({ when }) => !appliedSet.has(when)) }
}

const appliedTimes = async (client: Queryable): Promise<number[]> => {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (!(rows[0] as { there: boolean }).there) return []
  const applied = await client.query('select created_at from drizzle.__drizzle_migrations')
  return (applied.rows as { created_at: string | number }[]).map(({ created_at: when }) => Number(when))
}

export interface MigrateOptions {
  /** False: pending migrations are refused instead of applied. */
  mayUpgrade?: boolean
  /** Called with what an upgrade does. */
  log?: (line: string) => void
}

const tagsOf = (migrations: readonly Migration[]): string => migrations.map(({ tag }) => tag).join(', ')

/** Logs an upgrade, or throws when it is forbidden. Returns the first migration that changes data, null without one. */
export const announceUpgrade = ({ isNew, pending }: MigrationState, { mayUpgrade = true, log }: MigrateOptions): Migration | null => {
  if (isNew || pending.length === 0) return null
  if (!mayUpgrade)
    throw new MigrationRefused(
      `The database lacks migrations (${tagsOf(pending)}), and DATABASE_MIGRATE=0 forbids to apply them. ` +
        'Make a backup (README, "Upgrades"), then start once with DATABASE_MIGRATE=1.'
    )
  const changing = pending.filter(({ changesData }) => changesData)
  log?.(`upgrading the database: ${tagsOf(pending)}${changing.length > 0 ? `; data is changed by ${tagsOf(changing)}` : ''}`)
  return changing[0] ?? null
}
