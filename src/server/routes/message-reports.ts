import { isReportKey, recordReports } from '#server/services/messages/record-reports.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from './http/mount.ts'

/**
 * Receives delivery reports of SMS gateways: POST /api/messages/reports/<SMS_REPORT_KEY>, the address configured at the gateway. Not
 * mounted without that key. The reply reveals nothing about messages.
 */
export const mountMessageReports = (app: ApiApp, kernel: Kernel): void => {
  if (!kernel.config.SMS_REPORT_KEY) return
  app.post('/messages/reports/:key', async (c) => {
    if (!isReportKey(kernel.config, c.req.param('key'))) return c.notFound()
    // Malformed JSON contains no report.
    const body: unknown = await c.req.json().catch(() => null)
    await recordReports({ db: kernel.engine.db, adapters: kernel.adapters }, body)
    return c.body(null, 204)
  })
}
