import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The message as it came over the wire. */
  source: string
  user: string
}
/** What the server does with the next mails, one each; then it takes them. */
export type SmtpFault = 'refuse recipient' | 'busy' | 'refuse login' | 'silent' | 'take and break off'

class Reply extends Error {
  readonly responseCode: number
  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

/** A real SMTP server on loopback that asks for a login; it takes `answerMs` for each mail. */
export const startSmtp = async ({ answerMs = 0 }: { answerMs?: number } = {}) => {
  const mails: ReceivedMail[] = []
  const faults: SmtpFault[] = []
  const hanging: (() => void)[] = []
  const next = (...ours: SmtpFault[]): SmtpFault | undefined => (faults[0] && ours.includes(faults[0]) ? faults.shift() : undefined)
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (password !== 'sesame' || next('refuse login')) return done(new Reply(535, 'bad login'))
      done(null, { user: username ?? '' })
    },
    onRcptTo: ({ address }, _session, done) => {
      const fault = next('refuse recipient', 'busy')
      if (fault === 'refuse recipient') return done(new Reply(550, `no such user ${address}`))
      done(fault ? new Reply(451, 'try later') : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const fault = next('silent', 'take and break off')
        if (fault === 'silent') return void hanging.push(() => done(new Reply(451, 'late')))
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          user: String(session.user)
        })
        // The mail is taken, its sender never hears of it.
        if (fault) return void hanging.push(() => done(new Reply(451, 'late')))
        if (answerMs > 0) setTimeout(() => done(null), answerMs)
        else done(null)
      })
    }
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    faults,
    url: `smtp://shop:sesame@127.0.0.1:${port}`,
    close: async () => {
      for (const release of hanging) release()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    }
  }
}
export type Smtp = Awaited<ReturnType<typeof startSmtp>>
