/**
 * Files of tests/api that run on PostgreSQL too. The rule: a promise that the database keeps, by locks, races, transactions, notifications,
 * prepared statements, or SQL of our own that searches, lists, counts money or stock. All others run on PGlite alone.
 */
export const BOTH_ENGINES = [
  'account-deletion',
  'account-erasure',
  'auth',
  'bad-fields',
  'baskets',
  'catalogue',
  'catalogue-change',
  'catalogue-memory',
  'checkout',
  'code-limits',
  'credentials',
  'events',
  'favorites',
  'listings',
  'messages',
  'notifications',
  'orders',
  'outbox',
  'overlapping-orders',
  'password-reset',
  'passwords',
  'payments',
  'product-choice',
  'profile',
  'push',
  'quiet-logs',
  'refunds',
  'relay',
  'reserve-limits',
  'search',
  'settlement',
  'sign-in',
  'supplier-states',
  'sweeps',
  'tenders',
  'tokens'
]

/** Files whose own races or SQL only prepare or compare: what they prove does not depend on the engine. */
export const RACES_APART = ['bad-input', 'checkout-refusals', 'stores-auth', 'stores-session']
