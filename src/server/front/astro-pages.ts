import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Fetch } from '#client/call.ts'
import type { Config } from '#server/config.ts'
import { collect } from './collected-response.ts'
import { PageFragments } from './page-fragments.ts'
import type { RenderedPage } from './cached-page.ts'
import { createPolicyWriter, type BuildPolicy } from './policy.ts'

/** What pages-entry.ts is once it is built. */
interface PagesEntry {
  handler: Parameters<typeof collect>[0]
  policy: BuildPolicy
  styles: ReadonlyMap<string, string>
}

interface Front extends Pick<PageFragments, 'hold' | 'keep'> {
  fault?: unknown
}

/**
 * Renders pages of the build, away from any visitor's request: no cookie, no Host and no header of anybody reaches a page.
 * Rejects with what a page threw.
 */
export const createAstroPages = async (dist: string, config: Config, apiFetch: Fetch): Promise<(url: string) => Promise<RenderedPage>> => {
  const entry = (await import(pathToFileURL(join(dist, 'server/entry.mjs')).href)) as PagesEntry
  const policyOf = createPolicyWriter(entry.policy, config)
  const kept = new Map<string, Uint8Array>([...entry.styles].map(([name, css]) => [name, Buffer.from(css)]))
  return async (url) => {
    const parts = new PageFragments(kept)
    const front: Front = { hold: parts.hold, keep: parts.keep }
    const locals: { apiFetch?: Fetch | undefined; siteUrl: string; front?: Front | undefined } = {
      apiFetch,
      siteUrl: config.SITE_URL,
      front
    }
    const answer = await collect(entry.handler, new URL(url, config.SITE_URL), locals)
    // A renderer's own promises hold them for a while, and with them all parts of the page.
    locals.apiFetch = locals.front = undefined
    if (front.fault !== undefined) throw front.fault
    const headers = { ...answer.headers, 'content-security-policy': policyOf(answer.body) }
    return { status: answer.status, headers, body: () => parts.fill(answer.body) }
  }
}
