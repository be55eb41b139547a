import * as v from 'valibot'
import { clearTab, readTab, writeTab } from '#stores/tab-storage.ts'

/** One try at a money-moving call: the same content goes out under the same key until the server has answered. */
export interface Attempt<Body extends object> {
  key: string
  body: Body
}

const AttemptSchema = v.object({ version: v.literal(1), key: v.pipe(v.string(), v.minLength(16)), content: v.string() })
const nameOf = (purpose: string): string => `root:attempt:${purpose}`

const readContent = (purpose: string): { key: string; content: string } | null => {
  const result = v.safeParse(AttemptSchema, readTab(nameOf(purpose)))
  return result.success ? result.output : null
}

/** The waiting try when it says the same, else a new one; kept before anything is sent, so that a reload finds it. */
export const beginAttempt = <Body extends object>(purpose: string, body: Body, newKey: () => string): Attempt<Body> => {
  const content = JSON.stringify(body)
  const waiting = readContent(purpose)
  if (waiting?.content === content) return { key: waiting.key, body }
  const key = newKey()
  writeTab(nameOf(purpose), { version: 1, key, content })
  return { key, body }
}

/** The try that still waits for its answer. Its body was written by this page, in this version. */
export const waitingAttempt = <Body extends object>(purpose: string): Attempt<Body> | null => {
  const waiting = readContent(purpose)
  return waiting ? { key: waiting.key, body: JSON.parse(waiting.content) as Body } : null
}

export const endAttempt = (purpose: string): void => clearTab(nameOf(purpose))

/** Failures after which nobody knows whether it was done: the key is kept, and asking again is safe. */
const UNANSWERED: readonly string[] = [
  'NETWORK',
  'INTERNAL',
  'TIMEOUT',
  'ORDER_BEING_PROCESSED',
  'CUSTOM',
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS'
]
export const isAnswered = (type: string): boolean => !UNANSWERED.includes(type)
