import { hash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { policyOf } from './headers.ts'
import { eachInline } from './inline-elements.ts'

/** The build's part of the CSP: its directives, and hashes of all scripts and styles that pages may contain. */
export interface BuildPolicy {
  directives: readonly string[]
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
  /** Hash of each placeholder to the hash of its style. */
  marked: ReadonlyMap<string, string>
}

/**
 * Returns a function that writes the Content-Security-Policy of a page. Of the build's hashes it lists only those that the page uses,
 * which saves kilobytes a response. Scripts and styles that are not from the build get no hash, so browsers refuse them.
 */
export const createPolicyWriter = (build: BuildPolicy, config: Config): ((html: Buffer) => string) => {
  const trusted = { script: new Set(build.scriptHashes), style: new Set(build.styleHashes) }
  const installation = policyOf(config)
  const sourcesOf = (html: Buffer, tag: 'script' | 'style'): string => {
    const own = new Set(inlineHashes(html, tag).map((one) => build.marked.get(one) ?? one))
    return [`${tag}-src 'self'`, ...[...own].filter((one) => trusted[tag].has(one)).map((one) => `'${one}'`)].join(' ')
  }
  return (html) => [...build.directives, sourcesOf(html, 'script'), sourcesOf(html, 'style'), installation].join('; ')
}

const sha256 = (content: Buffer): string => `sha256-${hash('sha256', content, 'base64')}`

/** Returns `sha256-…` of the content of each inline element of a tag (without a `src`). */
export const inlineHashes = (html: Buffer, tag: 'script' | 'style'): string[] => {
  const hashes: string[] = []
  eachInline(html, (name, opening, content) => {
    if (name === tag && !/\ssrc=/.test(opening)) hashes.push(sha256(content))
  })
  return hashes
}
