export interface Mail {
  /** Message id, which identifies duplicates. */
  key: string
  to: string
  subject: string
  text: string
  html: string
  /** One-click unsubscribe URL (RFC 8058); null for mails that must be sent. */
  unsubscribe: string | null
}

/** Sends a mail. Throws DeliveryRefused or DeliveryFailed. */
export interface MailSender {
  readonly simulated: boolean
  send(mail: Mail): Promise<{ ref: string | null }>
}
