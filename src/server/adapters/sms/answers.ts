import { DeliveryFailed, DeliveryRefused } from '../delivery.ts'
import { memberOf, type Posted } from '../post.ts'

/** The gateway already has this message id: it accepted the message before. */
const ALREADY_ACCEPTED = /duplicat|already (exists|accepted|received)/i

/** Maps a refusal: bad content is final (DeliveryRefused), everything else (login, rate, outage) may be retried (DeliveryFailed). */
export const refusalOf = ({ status, waitSeconds }: Posted, detail = ''): Error => {
  const reason = `HTTP ${status}${detail ? ` ${detail}` : ''}`
  return status === 400 || status === 422 ? new DeliveryRefused(reason) : new DeliveryFailed(reason, waitSeconds)
}

export const isAlreadyAccepted = ({ status, text }: Posted): boolean =>
  (status === 409 || status === 400 || status === 422) && ALREADY_ACCEPTED.test(text)

const ARRIVED = new Set(['delivered', 'read', 'seen'])
const LOST = new Set(['notdelivered', 'undelivered', 'undeliverable', 'failed', 'rejected', 'expired', 'blacklisted'])

/** Whether a message arrived; null while it is under way. */
export const hasArrived = (status: unknown): boolean | null => {
  const word = typeof status === 'string' ? status.toLowerCase().replaceAll(/[\s_-]/g, '') : ''
  return ARRIVED.has(word) ? true : LOST.has(word) ? false : null
}

/** Reads one or several delivery reports from a field. */
export const reportsIn = (body: unknown, list: string, ref: string): { ref: string; arrived: boolean }[] => {
  const found = memberOf(body, list)
  return (Array.isArray(found) ? found : [found]).flatMap((report) => {
    const [id, arrived] = [memberOf(report, ref), hasArrived(memberOf(report, 'status'))]
    return typeof id === 'string' && arrived !== null ? [{ ref: id, arrived }] : []
  })
}
