export interface OutgoingMessage {
  channel: 'sms' | 'email'
  recipient: string
  subject: string
  body: string
  /** Whose request caused it; the simulator's outbox shows a visitor only the visitor's own. */
  anonymousId: string
  userId: number | null
}

/** Sends one message, or keeps it for the outbox page. */
export interface MessageSender {
  readonly simulated: boolean
  send(message: OutgoingMessage): Promise<void>
}
