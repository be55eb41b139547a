import type { HastNode } from 'satteri'
import { escapeHtml } from '#domain/text/escape-html.ts'

/** Allowed elements and their allowed parents: text with emphasis, lists, links and small headings. */
const INLINE = new Set(['strong', 'b', 'em', 'i', 'a', 'br', 'small', 's', 'sub', 'sup'])
const FLOW = new Set(['p', 'ul', 'ol', 'h3', 'h4', 'blockquote', 'hr'])
/** Headings start at level three: the page uses the first two. */
const RENAMED: Record<string, string> = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' }
const VOID = new Set(['br', 'hr'])
/** Elements removed together with their content, which is not text. */
const REMOVED = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'textarea', 'select', 'title', 'head'],
  ...['audio', 'video', 'canvas', 'noembed', 'noframes', 'xmp', 'plaintext', 'form', 'button', 'input']
])
const MAX_DEPTH = 24

interface Element {
  tagName: string
  properties: Record<string, unknown>
  children: HastNode[]
}

/** Returns a link to a page of ours or to another site by https; null for anything else. */
export const safeHref = (href: unknown): string | null => {
  if (typeof href !== 'string' || /[\p{Cc}\s\\]/u.test(href)) return null
  if (/^\/(?!\/)/.test(href)) return href
  return URL.parse(href)?.protocol === 'https:' ? href : null
}

const isAllowedIn = (name: string, parent: string): boolean => {
  if (name === 'li') return parent === 'ul' || parent === 'ol'
  if (parent === 'ul' || parent === 'ol') return false
  if (FLOW.has(name)) return parent === '' || parent === 'blockquote' || (parent === 'li' && /^[uo]l$/.test(name))
  return INLINE.has(name) && !(name === 'a' && parent === 'a')
}

const write = (nodes: readonly HastNode[], parent: string, inLink: boolean, depth: number): string =>
  nodes.map((node) => writeNode(node, parent, inLink, depth)).join('')

const writeNode = (node: HastNode, parent: string, inLink: boolean, depth: number): string => {
  if (node.type === 'text') {
    const value = String((node as { value?: unknown }).value ?? '')
    if (parent !== 'ul' && parent !== 'ol') return escapeHtml(value)
    return value.trim() === '' ? '' : `<li>${escapeHtml(value.trim())}</li>`
  }
  if (node.type !== 'element' || depth > MAX_DEPTH) return ''
  const { tagName, properties, children } = node as unknown as Element
  const name = RENAMED[tagName] ?? tagName
  if (REMOVED.has(name)) return ''
  const href = name === 'a' ? safeHref(properties['href']) : null
  const isAllowed = isAllowedIn(name, parent) && (name !== 'a' || (href !== null && !inLink))
  if (!isAllowed) return write(children, parent, inLink, depth + 1)
  if (VOID.has(name)) return `<${name}>`
  const inside = write(children, name, inLink || name === 'a', depth + 1)
  if (inside.trim() === '') return ''
  const outside = href?.startsWith('https:') ? ' rel="noopener nofollow"' : ''
  return `<${name}${href === null ? '' : ` href="${escapeHtml(href)}"${outside}`}>${inside}</${name}>`
}

/**
 * Sanitises an editor's markup: parses it as a browser does and serialises only allowed elements, with no attribute but `href` and all text
 * escaped. Elements in a place that is not allowed are replaced by their text.
 */
export const cleanHtml = async (html: string): Promise<string> => {
  const { htmlToHast } = await import('satteri')
  const root = htmlToHast(html) as { children?: HastNode[] }
  return write(root.children ?? [], '', false, 0).trim()
}
