export interface Sms {
  /** Names the message for whoever receives it twice. */
  key: string
  /** '+374XXXXXXXX'. */
  to: string
  text: string
  /** Not delivered after so many seconds. */
  ttlSeconds: number
}

export type SmsReport = { ref: string; arrived: boolean }

/** Hands one SMS to a gateway. Throws DeliveryRefused or DeliveryFailed. */
export interface SmsSender {
  readonly simulated: boolean
  /** `ref` is what the gateway's delivery reports will call it. */
  send(sms: Sms): Promise<{ ref: string | null }>
  /** What a gateway's delivery report says about messages whose end is known; empty for anything else. */
  readReports(body: unknown): SmsReport[]
}
