import { get } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page, Request, TestInfo } from '@playwright/test'

/** Brotli bytes of a page. `script`: fetched scripts and all inline script; `markup`: HTML, inline script included, and CSS. */
export interface Weight {
  script: number
  markup: number
  /** The scripts by size, for whoever looks for what is too much. */
  scripts: string[]
  /** `script` of the fetched ones without the hashes in the names that they import, which weigh 0.1 KB more or less from build to build. */
  steady: () => Promise<number>
}

const HASHED_NAME = /[.-][\w-]{8}\.js/g

/** Of a page's compression, as it is served. */
const PAGE_QUALITY = 6

const JAVASCRIPT = /^(|module|text\/javascript)$/

/** Counts what a page fetches from now on, as it came over the wire; the context's cache must be empty. */
export const weigh = (page: Page): (() => Promise<Weight>) => {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  return async () => {
    let markup = 0
    let script = await inlineScript(page)
    const scripts: string[] = []
    const fetched: Request[] = []
    for (const request of requests) {
      const kind = await kindOf(request)
      if (!kind) continue
      const { responseBodySize: bytes } = await request.sizes()
      if (kind === 'script') {
        script += bytes
        fetched.push(request)
        scripts.push(`${request.url().replace(/.*\//, '')} ${bytes}`)
      } else markup += bytes - (await bytesOfHours(request))
    }
    return { script, markup, scripts, steady: () => steadyBytes(fetched) }
  }
}

const steadyBytes = async (requests: readonly Request[]): Promise<number> => {
  const texts = await Promise.all(requests.map(async (request) => (await request.response())?.text() ?? ''))
  return texts.reduce((sum, text) => sum + brotliCompressSync(text.replace(HASHED_NAME, '.js')).length, 0)
}

/** What cards say of suppliers that are closed or close soon: a listing has room for it or not, and not by the hour at which it is weighed. */
const HOURS = /<p class="supplier-(?:closed|soon badge)"[^>]*>[^<]*<\/p>/g

const bytesOfHours = async (request: Request): Promise<number> => {
  if (request.resourceType() !== 'document') return 0
  return bytesOfHoursIn((await (await request.response())?.text()) ?? '')
}
const bytesOfHoursIn = (html: string): number => {
  const without = html.replace(HOURS, '')
  return html === without ? 0 : compressed(html) - compressed(without)
}
/** As the server compresses pages: the best quality takes a second for a long one. */
const compressed = (html: string): number => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY } }).length

/** Bytes of an answer as they come over the wire. */
const bytesOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.once('end', () => resolve(bytes))
    }).once('error', reject)
  })

/** What the HTML of a page weighs without a browser; its styles stand in it. */
export const weighMarkup = async (origin: string, path: string, html: string): Promise<number> => {
  if (!html.includes('<style') || /<link[^>]*rel="?stylesheet/.test(html)) throw new Error(`${path} has styles outside its HTML`)
  return (await bytesOf(new URL(path, origin).href)) - bytesOfHoursIn(html)
}

/** The scripts that the HTML of a page names: what it fetches besides follows from them. */
export const scriptsNamedIn = (html: string): string[] =>
  [...new Set([...html.matchAll(/\s(?:src|href|component-url|renderer-url)="(\/[^"]+\.js)"/g)].map(([, address = '']) => address))].sort()

const kindOf = async (request: Request): Promise<'script' | 'markup' | null> => {
  const type = (await request.response())?.headers()['content-type'] ?? ''
  if (/javascript/.test(type)) return 'script'
  return /text\/(html|css)/.test(type) ? 'markup' : null
}

const inlineScript = async (page: Page): Promise<number> => {
  const scripts = await page.$$eval('script:not([src])', (elements) =>
    elements.map((element) => [element.getAttribute('type') ?? '', element.textContent])
  )
  const text = scripts.filter(([type = '']) => JAVASCRIPT.test(type)).map(([, code]) => code)
  return text.length > 0 ? brotliCompressSync(text.join('\n')).length : 0
}

/** Keeps what was weighed in the run's report. */
export const noteBytes = ({ annotations }: TestInfo, what: string, { script, markup }: Weight): void =>
  void annotations.push({ type: 'bytes', description: `${what}: script ${script}, HTML and CSS ${markup}` })
