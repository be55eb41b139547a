import { html, raw } from 'hono/html'
import type { Locale } from '#domain/locale.ts'

const META = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="robots" content="noindex">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
].join('')

/** Layout of the small pages written by the server: no script, one style sheet (its path). The title is escaped. */
export const htmlPage = (locale: Locale, title: string, style: string, body: ReturnType<typeof html>) =>
  html`${raw('<!DOCTYPE html>')}
    <html lang="${locale}">
      <head>
        ${raw(META)}
        <title>${title}</title>
        ${raw(`<link rel="stylesheet" href="${style}">`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`
