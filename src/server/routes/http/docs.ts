import { html } from 'hono/html'
import { endpointsOf, type Endpoint } from '#contract/endpoint.ts'
import { codeNumber } from '#contract/codes.ts'
import { contract } from '#contract/index.ts'
import type { Kernel } from '#server/kernel.ts'
import type { ApiApp } from './mount.ts'

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}
code{font:14px/1.4 ui-monospace,monospace}h2{margin-block:2rem .5rem}li{margin-block:.75rem}.m{display:inline-block;min-width:4.5rem;font-weight:700}`

const item = (endpoint: Endpoint) =>
  html`<li>
    <code><span class="m">${endpoint.method}</span> /api${endpoint.path}</code><br />
    ${endpoint.about}
    <em>${endpoint.access}</em>${endpoint.moneyMoving ? ', Idempotency-Key' : ''}${endpoint.stream ? ', server-sent events' : ''}
    ${endpoint.codes.length > 0 ? html`<br />${endpoint.codes.map((type) => `${codeNumber(type)} ${type}`).join(', ')}` : ''}
  </li>`

/** `/api/openapi.json`, and its readable form at `/api/docs`. */
export const mountDocs = (app: ApiApp, kernel: Kernel): void => {
  app.get('/openapi.json', async (c) => {
    const { openApi } = await import('#server/services/reference/openapi.ts')
    return c.json(openApi(kernel.config.SITE_URL))
  })
  app.get('/docs.css', (c) => c.text(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/docs', (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'")
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>Shuka marketplace API</title>
            <link rel="stylesheet" href="/api/docs.css" />
          </head>
          <body>
            <main>
              <h1>Shuka marketplace API</h1>
              <p>
                Every answer is <code>{ code, messages, data, requestId }</code>; <code>code</code> 200 is success. Amounts are AMD, times
                Yerevan time with offset. Guests send <code>Session-Id</code>, people <code>Authorization: Bearer</code>. The same as a
                document: <a href="/api/openapi.json">openapi.json</a>.
              </p>
              ${Object.entries(contract).map(
                ([noun, endpoints]) =>
                  html`<h2>${noun}</h2>
                    <ul>
                      ${endpointsOf(endpoints).map(([, endpoint]) => item(endpoint))}
                    </ul>`
              )}
            </main>
          </body>
        </html>`
    )
  })
}
