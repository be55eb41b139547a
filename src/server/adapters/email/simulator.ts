import type { MailSender } from './port.ts'

/** Sends nothing: the outbox page shows what would have gone out. The default, so that everything runs offline and without keys. */
export const createMailSimulator = (): MailSender => ({ simulated: true, send: () => Promise.resolve({ ref: null }) })
