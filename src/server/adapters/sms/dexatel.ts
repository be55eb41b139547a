import { DeliveryFailed } from '../delivery.ts'
import { jsonOf, memberOf, post } from '../post.ts'
import { isAlreadyAccepted, refusalOf, reportsIn } from './answers.ts'
import type { SmsSender } from './port.ts'

export interface DexatelOptions {
  url?: string | undefined
  key: string
  from: string
  timeoutMs: number
}

/**
 * Dexatel: POST /v1/messages with the key in a header; 201 with the message's id once it is queued. It does not support client ids, so a
 * message accepted without a response may be sent twice; Idempotency-Key is sent in case it will.
 */
export const createDexatelSender = ({ url = 'https://api.dexatel.com', key, from, timeoutMs }: DexatelOptions): SmsSender => {
  const address = `${url.replace(/\/+$/, '')}/v1/messages`
  return {
    simulated: false,
    send: async (sms) => {
      const headers = { 'X-Dexatel-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': sms.key }
      const body = JSON.stringify({ data: { channel: 'SMS', from, to: [sms.to.replace('+', '')], text: sms.text } })
      const posted = await post(address, { headers, body }, timeoutMs)
      if (isAlreadyAccepted(posted)) return { ref: null }
      if (posted.status !== 200 && posted.status !== 201) throw refusalOf(posted)
      const ref = idOf(jsonOf(posted.text))
      if (ref === null) throw new DeliveryFailed('unknown response')
      return { ref }
    },
    readReports: (body) => reportsIn(body, 'data', 'id')
  }
}

/** `data` is the message or a list of one. */
const idOf = (answer: unknown): string | null => {
  const data = memberOf(answer, 'data')
  const first: unknown = Array.isArray(data) ? data[0] : data
  const id = memberOf(first, 'id') ?? memberOf(first, 'message_id')
  return typeof id === 'string' && id !== '' ? id : null
}
