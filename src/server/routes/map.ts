import { isLocale } from '#domain/locale.ts'
import { fail } from '#server/services/core/fail.ts'
import { drawTile } from '#server/services/geo/draw-tile.ts'
import { refuse } from './http/answer.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from './http/mount.ts'

/** The tiles are public and change only with a release. */
const HEADERS = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Cache-Control': 'public, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
}

/** Serves the built-in map at GET /map/{language}/{z}/{x}/{y}, for installations without an external tile server. */
export const mountMap = (app: ApiApp, kernel: Kernel): void => {
  app.get('/map/:locale/:z{\\d{1,2}}/:x{\\d{1,6}}/:y{\\d{1,6}}', (c) => {
    const { locale, z, x, y } = c.req.param()
    const svg = isLocale(locale) ? drawTile(kernel.adapters, { z: Number(z), x: Number(x), y: Number(y) }, locale) : null
    return svg === null ? refuse(c, kernel, fail('NOT_FOUND')) : c.body(svg, 200, HEADERS)
  })
}
