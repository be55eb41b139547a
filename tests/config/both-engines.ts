/**
 * All of tests/api runs on PostgreSQL; these files run on PGlite too. The rule: a promise that the database keeps, by locks, races,
 * transactions, notifications, prepared statements, or SQL of our own that searches, lists, counts money or stock. What the other files ask
 * of PGlite is what the browser's stories, whose shop is on it, ask too. Without PostgreSQL, and by `npm run test:full`, all files run on PGlite.
 */
export const BOTH_ENGINES = [
  'account-erasure',
  'baskets',
  'booking-prices',
  'bookings',
  'catalogue',
  'catalogue-change',
  'checkout',
  'claim-refunds',
  'events',
  'gift-cards-paid',
  'group-checkout',
  'group-deadlines',
  'group-history',
  'group-left-out',
  'group-members',
  'group-shares',
  'ledger',
  'listings',
  'orders',
  'outbox',
  'overlapping-orders',
  'payments',
  'pickup',
  'quiet-logs',
  'receipts',
  'refunds',
  'relay',
  'reserve-limits',
  'search',
  'settlement',
  'stock-share',
  'supplier-states',
  'sweeps',
  'tenders',
  'tokens',
  'wallet-twice',
  'withdrawals'
]

/**
 * Files whose own races or SQL only prepare or compare, whose calls the browser's stories make on PGlite, or whose faults are those of a
 * bank or a mail server: what they prove does not depend on the engine, and PostgreSQL, where calls do run at once, is enough.
 */
export const RACES_APART = [
  'account-deletion',
  'auth',
  'bad-fields',
  'bad-input',
  'catalogue-memory',
  'checkout-refusals',
  'code-limits',
  'credentials',
  'favorites',
  'gift-cards',
  'group-orders',
  'info',
  'messages',
  'order-reviews',
  'password-reset',
  'passwords',
  'payment-races',
  'points',
  'points-paid',
  'profile',
  'quiet-walk',
  'staff',
  'stores-auth',
  'stores-session',
  'vouchers',
  'wallet-faults',
  'wallet-twice',
  'withdrawals'
]
