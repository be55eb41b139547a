export interface Mail {
  /** Names the message for whoever receives it twice. */
  key: string
  to: string
  subject: string
  text: string
  html: string
  /** Where a mail program asks for no more of them (RFC 8058); null for mails that must be sent. */
  unsubscribe: string | null
}

/** Hands one mail to a server. Throws DeliveryRefused or DeliveryFailed. */
export interface MailSender {
  readonly simulated: boolean
  send(mail: Mail): Promise<{ ref: string | null }>
}
