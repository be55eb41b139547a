import { DeliveryFailed } from './delivery.ts'

const MAX_READ = 64 * 1024

export interface Posted {
  status: number
  text: string
  /** Seconds of Retry-After; 0 without it. */
  waitSeconds: number
}

/**
 * Posts to a gateway with one time limit for all; redirects are not followed. Throws DeliveryFailed without a response; the message of the
 * cause is left out, because it may contain a URL with a key.
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

/** Reads at most MAX_READ characters of a response. */
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

/** Parses JSON; undefined when it is invalid. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON.
    return undefined
  }
}

/** Returns a member of a value that may be an object. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
