import { once } from '#server/memoize.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '#domain/locale.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'

const FOLDER = join(import.meta.dirname, '../../../styles')
const CODE = /(\b\d{6}\b|\b[A-Z\d]{4}(?: [A-Z\d]{4}){3}\b)/
const ADDRESS = /^https?:\/\/\S+$/

interface MessageToRender {
  locale: Locale
  subject: string
  /** Paragraphs, separated by an empty line. */
  text: string
  /** Label of the button that replaces a paragraph consisting of a link. */
  action: string
  /** The six digits, or the code of a gift card, highlighted. */
  hasCode: boolean
  footer: string
}

/** Renders a mail as HTML: no script, no remote picture, the shop's colours for light and dark mode. Its content is exactly the text. */
export const messageHtml = ({ locale, subject, text, action, hasCode, footer }: MessageToRender): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${messageStyle()}
</style>
</head>
<body>
<main>
${text
  .split('\n\n')
  .map((part) => paragraph(part, action, hasCode))
  .join('\n')}
</main>
<footer>
${footer
  .split('\n')
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join('\n')}
</footer>
</body>
</html>
`

const paragraph = (part: string, action: string, hasCode: boolean): string =>
  ADDRESS.test(part) && action !== ''
    ? `<p><a class="button" href="${escapeHtml(part)}">${escapeHtml(action)}</a></p>`
    : `<p>${part
        .split('\n')
        .map(hasCode ? withCode : escapeHtml)
        .join('<br>')}</p>`

const withCode = (line: string): string =>
  line
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? `<strong class="code">${part}</strong>` : escapeHtml(part)))
    .join('')

/** Mail programs do not support custom properties, so the values of the tokens are inserted. */
const messageStyle = once(() => {
  const [light = '', dark = ''] = readFileSync(join(FOLDER, 'tokens.css'), 'utf8').split('@media (prefers-color-scheme: dark)')
  const rules = readFileSync(join(FOLDER, 'message.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const day = valuesOf(light)
  const night = new Map([...day, ...valuesOf(dark)])
  return `${fill(rules, day)}\n@media (prefers-color-scheme: dark) {\n${fill(rules, night)}\n}`
})

const valuesOf = (css: string): Map<string, string> =>
  new Map([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
const fill = (css: string, values: Map<string, string>): string =>
  css.replace(/var\((--[\w-]+)\)/g, (_all, name: string) => values.get(name) ?? 'inherit').trim()
