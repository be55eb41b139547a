export interface Sms {
  /** Message id, which identifies duplicates. */
  key: string
  /** '+374XXXXXXXX'. */
  to: string
  text: string
  /** The message expires after this time. */
  ttlSeconds: number
}

export type SmsReport = { ref: string; arrived: boolean }

/** Sends an SMS by a gateway. Throws DeliveryRefused or DeliveryFailed. */
export interface SmsSender {
  readonly simulated: boolean
  /** `ref`: id of the message in the gateway's delivery reports. */
  send(sms: Sms): Promise<{ ref: string | null }>
  /** Reads a delivery report; returns messages with a final state, empty for anything else. */
  readReports(body: unknown): SmsReport[]
}
