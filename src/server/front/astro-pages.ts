import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Fetch } from '#client/call.ts'
import type { Config } from '#server/config.ts'
import { collect } from './collected-response.ts'
import { PageFragments } from './page-fragments.ts'
import type { RenderedPage } from './cached-page.ts'
import { createPolicyWriter, type BuildPolicy } from './policy.ts'

/** Exports of the built pages-entry.ts. */
interface PagesEntry {
  handler: Parameters<typeof collect>[0]
  policy: BuildPolicy
  styles: ReadonlyMap<string, string>
}

interface Front extends Pick<PageFragments, 'hold' | 'keep'> {
  fault?: unknown
}

/**
 * Returns the renderer of the built pages. Pages see no cookie, Host or other header of a visitor's request.
 * Rejects with the error that a page threw.
 */
export const createAstroPages = async (dist: string, config: Config, apiFetch: Fetch): Promise<(url: string) => Promise<RenderedPage>> => {
  const entry = (await import(pathToFileURL(join(dist, 'server/entry.mjs')).href)) as PagesEntry
  const policyOf = createPolicyWriter(entry.policy, config)
  const sharedFragments = new Map<string, Uint8Array>([...entry.styles].map(([name, css]) => [name, Buffer.from(css)]))
  return async (url) => {
    const fragments = new PageFragments(sharedFragments)
    const front: Front = { hold: fragments.hold, keep: fragments.keep }
    const locals: { apiFetch?: Fetch | undefined; siteUrl: string; front?: Front | undefined } = {
      apiFetch,
      siteUrl: config.SITE_URL,
      front
    }
    const answer = await collect(entry.handler, new URL(url, config.SITE_URL), locals)
    // The renderer's promises keep `locals` alive for a while; cleared so that the page's fragments can be collected.
    locals.apiFetch = locals.front = undefined
    if (front.fault !== undefined) throw front.fault
    const headers = { ...answer.headers, 'content-security-policy': policyOf(answer.body) }
    return { status: answer.status, headers, body: () => fragments.fill(answer.body) }
  }
}
