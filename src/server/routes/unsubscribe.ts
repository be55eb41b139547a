import { localePath } from '#domain/locale.ts'
import { unsubscribe } from '#server/services/notifications/unsubscribe.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from './http/mount.ts'

/**
 * The address in a mail's List-Unsubscribe header. Mail programs post here without cookies (RFC 8058). GET redirects to the settings and
 * changes nothing, because mail scanners open every link.
 */
export const mountUnsubscribe = (app: ApiApp, kernel: Kernel): void => {
  const path = '/notifications/unsubscribe/:token'
  app.post(path, async (c) => {
    const ctx = { db: kernel.engine.db, config: kernel.config, cache: kernel.cache }
    return (await unsubscribe(ctx, c.req.param('token'))) ? c.body(null, 204) : c.notFound()
  })
  app.get(path, (c) => c.redirect(localePath(c.get('locale'), '/account/notifications/settings'), 303))
}
