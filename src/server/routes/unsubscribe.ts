import type { Endpoint } from '#contract/endpoint.ts'
import { localePath } from '#domain/locale.ts'
import { unsubscribe } from '#server/services/notifications/unsubscribe.ts'
import type { Kernel } from '#server/kernel.ts'
import { refuse } from './http/answer.ts'
import { contextOf } from './http/caller.ts'
import type { ApiApp } from './http/mount.ts'

const PATH = '/notifications/unsubscribe/:token'
/** Few addresses of a mail provider post for all its readers. */
const UNSUBSCRIBE: Endpoint = { method: 'POST', path: '/notifications/unsubscribe', access: 'public', perMinute: 600, codes: [], about: '' }

/**
 * The address in a mail's List-Unsubscribe header. Mail programs post here without cookies (RFC 8058). GET redirects to the settings and
 * changes nothing, because mail scanners open every link.
 */
export const mountUnsubscribe = (app: ApiApp, kernel: Kernel): void => {
  app.post(PATH, async (c) => {
    try {
      const { ctx, ip } = await contextOf(c, kernel, true)
      kernel.limit(UNSUBSCRIBE, ctx, ip)
      return (await unsubscribe(ctx, c.req.param('token'))) ? c.body(null, 204) : c.notFound()
    } catch (cause) {
      return refuse(c, kernel, cause)
    }
  })
  app.get(PATH, (c) => c.redirect(localePath(c.get('locale'), '/account/notifications/settings'), 303))
}
