import type { HastNode } from 'satteri'

/** What a block of markup may hold, and in what it may stand: text with its emphasis, lists, links and small headings. */
const INLINE = new Set(['strong', 'b', 'em', 'i', 'a', 'br', 'small', 's', 'sub', 'sup'])
const FLOW = new Set(['p', 'ul', 'ol', 'h3', 'h4', 'blockquote', 'hr'])
/** The page's own headings are the first and second. */
const RENAMED: Record<string, string> = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' }
const VOID = new Set(['br', 'hr'])
/** Their content is no text for people, and goes with them. */
const GONE = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'textarea', 'select', 'title', 'head'],
  ...['audio', 'video', 'canvas', 'noembed', 'noframes', 'xmp', 'plaintext', 'form', 'button', 'input']
])
const DEEPEST = 24

interface Element {
  tagName: string
  properties: Record<string, unknown>
  children: HastNode[]
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A page of ours, or another site's by https; null for whatever else a browser would follow. */
export const safeHref = (href: unknown): string | null => {
  if (typeof href !== 'string' || /[\p{Cc}\s\\]/u.test(href)) return null
  if (/^\/(?!\/)/.test(href)) return href
  return URL.parse(href)?.protocol === 'https:' ? href : null
}

const mayStandIn = (name: string, parent: string): boolean => {
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
    if (parent !== 'ul' && parent !== 'ol') return escape(value)
    return value.trim() === '' ? '' : `<li>${escape(value.trim())}</li>`
  }
  if (node.type !== 'element' || depth > DEEPEST) return ''
  const { tagName, properties, children } = node as unknown as Element
  const name = RENAMED[tagName] ?? tagName
  if (GONE.has(name)) return ''
  const href = name === 'a' ? safeHref(properties['href']) : null
  const stays = mayStandIn(name, parent) && (name !== 'a' || (href !== null && !inLink))
  if (!stays) return write(children, parent, inLink, depth + 1)
  if (VOID.has(name)) return `<${name}>`
  const inside = write(children, name, inLink || name === 'a', depth + 1)
  if (inside.trim() === '') return ''
  const outside = href?.startsWith('https:') ? ' rel="noopener nofollow"' : ''
  return `<${name}${href === null ? '' : ` href="${escape(href)}"${outside}`}>${inside}</${name}>`
}

/**
 * Markup that an editor wrote, fit for a page: read by an HTML parser as a browser reads it, and written anew from what is allowed. No
 * attribute but `href` is left, no text is left unescaped, and what may not stand somewhere leaves its text there.
 */
export const cleanHtml = async (html: string): Promise<string> => {
  const { htmlToHast } = await import('satteri')
  const root = htmlToHast(html) as { children?: HastNode[] }
  return write(root.children ?? [], '', false, 0).trim()
}
