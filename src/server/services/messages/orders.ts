/** Commands of an operator; `id` may be 'all' where that makes sense. */
export type MessageOrder =
  | { verb: 'dead' | 'calls' | 'events' }
  | { verb: 'requeue' | 'retry'; id: number | 'all' }
  | { verb: 'called'; id: number }
  | { verb: 'bounced'; keys: readonly string[] }

const KEY = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const isKey = (text: string): boolean => new RegExp(`^${KEY}$`).test(text)

/**
 * Returns the keys of our mails that a returned mail (RFC 3464) says were not delivered: those before the @ of every Message-ID in it. None
 * when it is an answer, or says that a mail is only late.
 */
export const keysIn = (returned: string): string[] => {
  if (!/^action:\s*failed\s*$/im.test(returned)) return []
  return [...new Set([...returned.matchAll(new RegExp(`<(${KEY})@`, 'gi'))].map(([, key = '']) => key.toLowerCase()))]
}

/** Parses a command from the arguments of a command line; null when it is invalid. */
export const readOrder = ([verb, id, ...args]: readonly string[]): MessageOrder | null => {
  if (verb === 'bounced' && id !== undefined) return [id, ...args].every(isKey) ? { verb, keys: [id, ...args] } : null
  if (args.length > 0) return null
  const number = id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  if ((verb === 'dead' || verb === 'calls' || verb === 'events') && id === undefined) return { verb }
  if ((verb === 'requeue' || verb === 'retry') && (number !== null || id === 'all')) return { verb, id: number ?? 'all' }
  if (verb === 'called' && number !== null) return { verb, id: number }
  return null
}
