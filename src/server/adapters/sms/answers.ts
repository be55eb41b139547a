import { DeliveryFailed, DeliveryRefused } from '../delivery.ts'
import { memberOf, type Posted } from '../post.ts'

/** The gateway had this message id before: it was taken over the first time. */
const ALREADY_ACCEPTED = /duplicat|already (exists|accepted|received)/i

/** What a gateway's refusal means: bad content for good, everything else (our login, too many, away) until later. */
export const refusalOf = ({ status, waitSeconds }: Posted, detail = ''): Error => {
  const reason = `HTTP ${status}${detail ? ` ${detail}` : ''}`
  return status === 400 || status === 422 ? new DeliveryRefused(reason) : new DeliveryFailed(reason, waitSeconds)
}

export const isAlreadyAccepted = ({ status, text }: Posted): boolean =>
  (status === 409 || status === 400 || status === 422) && ALREADY_ACCEPTED.test(text)

const ARRIVED = new Set(['delivered', 'read', 'seen'])
const LOST = new Set(['notdelivered', 'undelivered', 'undeliverable', 'failed', 'rejected', 'expired', 'blacklisted'])

/** True, false, or null while it is on its way. */
export const hasArrived = (status: unknown): boolean | null => {
  const word = typeof status === 'string' ? status.toLowerCase().replaceAll(/[\s_-]/g, '') : ''
  return ARRIVED.has(word) ? true : LOST.has(word) ? false : null
}

/** Reports under a name, one or several. */
export const reportsIn = (body: unknown, list: string, ref: string): { ref: string; arrived: boolean }[] => {
  const found = memberOf(body, list)
  return (Array.isArray(found) ? found : [found]).flatMap((report) => {
    const [id, arrived] = [memberOf(report, ref), hasArrived(memberOf(report, 'status'))]
    return typeof id === 'string' && arrived !== null ? [{ ref: id, arrived }] : []
  })
}
