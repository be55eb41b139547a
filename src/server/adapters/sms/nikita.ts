import { DeliveryFailed } from '../delivery.ts'
import { jsonOf, memberOf, post } from '../post.ts'
import { isAlreadyAccepted, refusalOf, reportsIn } from './answers.ts'
import type { SmsSender } from './port.ts'

export interface NikitaOptions {
  /** URL of the broker; defaults to the vendor's. */
  url?: string | undefined
  login: string
  password: string
  from: string
  timeoutMs: number
}

/**
 * Nikita Mobile's broker: POST /broker-api/send with Basic authentication and our message id; 200 means accepted. Delivery reports are
 * posted to an address configured by its support: one or several `messages` with `message-id` and `status`.
 */
export const createNikitaSender = ({ url = 'https://sendsms.nikita.am', login, password, from, timeoutMs }: NikitaOptions): SmsSender => {
  const address = `${url.replace(/\/+$/, '')}/broker-api/send`
  const headers = {
    Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    'Content-Type': 'application/json; charset=utf-8'
  }
  return {
    simulated: false,
    send: async ({ key, to, text, ttlSeconds }) => {
      const sms = { originator: from, ttl: ttlSeconds, content: { text } }
      const body = JSON.stringify({ messages: [{ recipient: to.replace('+', ''), priority: '2', sms, 'message-id': key }] })
      const posted = await post(address, { headers, body }, timeoutMs)
      if (isAlreadyAccepted(posted)) return { ref: key }
      const error = memberOf(jsonOf(posted.text), 'error-code')
      if (posted.status !== 200)
        throw refusalOf(posted, typeof error === 'number' || typeof error === 'string' ? `error ${String(error).slice(0, 20)}` : '')
      // An HTML page comes from a proxy in between.
      if (error !== undefined || posted.text.trimStart().startsWith('<')) throw new DeliveryFailed('unknown response')
      return { ref: key }
    },
    readReports: (body) => reportsIn(body, 'messages', 'message-id')
  }
}
