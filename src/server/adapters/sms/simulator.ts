import type { SmsSender } from './port.ts'

/** Sends nothing; the outbox page shows the messages. The default, which works offline and without keys. */
export const createSmsSimulator = (): SmsSender => ({ simulated: true, send: () => Promise.resolve({ ref: null }), readReports: () => [] })
