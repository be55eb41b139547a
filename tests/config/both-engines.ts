/**
 * All of tests/api runs on PostgreSQL; these files run on PGlite too. The rule: a promise that the database keeps, by locks, races,
 * transactions, notifications, prepared statements, or SQL of our own that searches, lists, counts money or stock. What sign-in, passwords
 * and profiles ask of PGlite is what the browser's stories, whose shop is on it, ask too. Without PostgreSQL all files run on PGlite.
 */
export const BOTH_ENGINES = [
  'account-deletion',
  'account-erasure',
  'auth',
  'baskets',
  'catalogue',
  'catalogue-change',
  'catalogue-memory',
  'checkout',
  'events',
  'favorites',
  'info',
  'listings',
  'messages',
  'notifications',
  'orders',
  'outbox',
  'overlapping-orders',
  'payments',
  'product-choice',
  'push',
  'quiet-logs',
  'refunds',
  'relay',
  'reserve-limits',
  'search',
  'settlement',
  'supplier-states',
  'sweeps',
  'tenders',
  'tokens'
]

/**
 * Files whose own races or SQL only prepare or compare, or whose calls the browser's stories make on PGlite: what they prove does not depend
 * on the engine, and PostgreSQL, where calls do run at once, is enough.
 */
export const RACES_APART = [
  'bad-fields',
  'bad-input',
  'checkout-refusals',
  'code-limits',
  'credentials',
  'password-reset',
  'passwords',
  'profile',
  'stores-auth',
  'stores-session'
]
