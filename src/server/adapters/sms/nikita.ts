import { DeliveryFailed } from '../delivery.ts'
import { jsonOf, memberOf, post } from '../post.ts'
import { isAlreadyAccepted, refusalOf, reportsIn } from './answers.ts'
import type { SmsSender } from './port.ts'

export interface NikitaOptions {
  /** Where its broker stands; its own by default. */
  url?: string | undefined
  login: string
  password: string
  from: string
  timeoutMs: number
}

/**
 * Nikita Mobile's broker: POST /broker-api/send with Basic authentication, our own message id, and 200 for "received". Delivery reports come
 * back to an address that its support enters, one or several `messages` with `message-id` and `status`.
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
      // A page instead of an answer is somebody else on the way.
      if (error !== undefined || posted.text.trimStart().startsWith('<')) throw new DeliveryFailed('an answer nobody understands')
      return { ref: key }
    },
    readReports: (body) => reportsIn(body, 'messages', 'message-id')
  }
}
