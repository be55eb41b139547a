import { DeliveryFailed } from './delivery.ts'

const MAX_READ = 64 * 1024

export interface Posted {
  status: number
  text: string
  /** Seconds the other side asks to wait; 0 when it does not. */
  waitSeconds: number
}

/**
 * Posts to a gateway within one time limit for connecting, answering and reading; redirects are not followed. Throws DeliveryFailed when no
 * answer came, without the cause's own words: they may hold an address with a key.
 */
export const post = async (
  url: string,
  init: { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> },
  timeoutMs: number
): Promise<Posted> => {
  try {
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init })
    return { status: response.status, text: await readSome(response), waitSeconds: secondsOf(response.headers.get('retry-after')) }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError') throw new DeliveryFailed(`no answer within ${timeoutMs / 1000} s`)
    throw new DeliveryFailed('no connection')
  }
}

/** The beginning of an answer; who sends more is not read to the end. */
const readSome = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  if (!response.body) return text
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_READ) break
  }
  return text
}

const secondsOf = (header: string | null): number => (header && /^\d{1,5}$/.test(header) ? Number(header) : 0)

/** The JSON of an answer; undefined for anything else. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // An answer that is no JSON.
    return undefined
  }
}

/** A member of what may be an object. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
