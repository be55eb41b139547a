/** Commands of an operator; `id` may be 'all' where that makes sense. */
export type MessageOrder =
  | { verb: 'dead' | 'calls' | 'events' }
  | { verb: 'requeue' | 'retry'; id: number | 'all' }
  | { verb: 'called'; id: number }

/** Parses a command from the arguments of a command line; null when it is invalid. */
export const readOrder = ([verb, id, ...args]: readonly string[]): MessageOrder | null => {
  if (args.length > 0) return null
  const number = id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  if ((verb === 'dead' || verb === 'calls' || verb === 'events') && id === undefined) return { verb }
  if ((verb === 'requeue' || verb === 'retry') && (number !== null || id === 'all')) return { verb, id: number ?? 'all' }
  if (verb === 'called' && number !== null) return { verb, id: number }
  return null
}
