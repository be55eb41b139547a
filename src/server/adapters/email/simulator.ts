import type { MailSender } from './port.ts'

/** Sends nothing; the outbox page shows the messages. The default, which works offline and without keys. */
export const createMailSimulator = (): MailSender => ({ simulated: true, send: () => Promise.resolve({ ref: null }) })
