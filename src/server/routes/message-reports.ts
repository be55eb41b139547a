import { isReportKey, recordReports } from '#server/services/messages/record-reports.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from './http/mount.ts'

/**
 * Where an SMS gateway tells what became of messages: POST /api/messages/reports/<SMS_REPORT_KEY>, an address that is entered at the gateway.
 * Not there without that key. The answer says nothing about messages.
 */
export const mountMessageReports = (app: ApiApp, kernel: Kernel): void => {
  if (!kernel.config.SMS_REPORT_KEY) return
  app.post('/messages/reports/:key', async (c) => {
    if (!isReportKey(kernel.config, c.req.param('key'))) return c.notFound()
    // A body that is no JSON reports nothing.
    const body: unknown = await c.req.json().catch(() => null)
    await recordReports({ db: kernel.engine.db, adapters: kernel.adapters }, body)
    return c.body(null, 204)
  })
}
