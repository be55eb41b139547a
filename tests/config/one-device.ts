/**
 * Journeys (tests/e2e/NAME.test.ts) that are told on either device by `npm run test:full`: `npm test` tells each on the one that people take
 * for it.
 */
export const TOLD_ON_PHONES = ['group-order', 'group-shares', 'points', 'pickup', 'tickets']
export const TOLD_ON_DESKS = ['gift-cards', 'gallery', 'wallets']
