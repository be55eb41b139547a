import { isExactly, isShape, isText } from '#stores/shape.ts'
import { clearTab, readTab, writeTab } from '#stores/tab-storage.ts'

/** One attempt of a call that moves money: the same content uses the same idempotency key until the server has responded. */
export interface Attempt<Body extends object> {
  key: string
  body: Body
}

const KEY_LENGTH = 16
const isSaved = isShape({ version: isExactly(1), key: isText, content: isText })
const storageKey = (purpose: string): string => `root:attempt:${purpose}`

const readContent = (purpose: string): { key: string; content: string } | null => {
  const saved = readTab(storageKey(purpose))
  return isSaved(saved) && saved.key.length >= KEY_LENGTH ? saved : null
}

/** Returns the pending attempt when its content is equal, else a new one, stored before sending so that a reload finds it. */
export const beginAttempt = <Body extends object>(purpose: string, body: Body, newKey: () => string): Attempt<Body> => {
  const content = JSON.stringify(body)
  const pending = readContent(purpose)
  if (pending?.content === content) return { key: pending.key, body }
  const key = newKey()
  writeTab(storageKey(purpose), { version: 1, key, content })
  return { key, body }
}

/** Returns the attempt without a response. The body needs no check: this page wrote it in this version. */
export const pendingAttempt = <Body extends object>(purpose: string): Attempt<Body> | null => {
  const pending = readContent(purpose)
  return pending ? { key: pending.key, body: JSON.parse(pending.content) as Body } : null
}

export const endAttempt = (purpose: string): void => clearTab(storageKey(purpose))

/** Failures with an unknown outcome: the key is retained, and a retry is safe. */
const UNANSWERED: readonly string[] = [
  'NETWORK',
  'INTERNAL',
  'DATABASE_AWAY',
  'TIMEOUT',
  'ORDER_BEING_PROCESSED',
  'CUSTOM',
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS'
]
export const isAnswered = (type: string): boolean => !UNANSWERED.includes(type)
