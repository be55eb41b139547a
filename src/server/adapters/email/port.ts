export interface Mail {
  /** Names the message for whoever receives it twice. */
  key: string
  to: string
  subject: string
  text: string
  html: string
}

/** Hands one mail to a server. Throws DeliveryRefused or DeliveryFailed. */
export interface MailSender {
  readonly simulated: boolean
  send(mail: Mail): Promise<{ ref: string | null }>
}
