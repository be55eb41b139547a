import { SignInFailed } from './port.ts'

/** Time limit of one request to a provider. */
export const WAIT_MS = 6_000
const MAX_BYTES = 256 * 1024

/** Applies a time limit and turns all failures into SignInFailed. `what` names the step for the log; it has no secrets. */
export const within = async <T>(what: string, ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SignInFailed(`${what}: no answer in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } catch (cause) {
    throw cause instanceof SignInFailed ? cause : new SignInFailed(`${what}: ${reasonOf(cause)}`, 'failed', cause)
  } finally {
    clearTimeout(timer)
  }
}

/** A SyntaxError quotes the answer that is not JSON. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof SyntaxError) return 'not valid JSON'
  return cause instanceof Error ? cause.message : 'failed'
}

/** Requests a JSON object from a provider; follows no redirects. Throws SignInFailed. */
export const askJson = (what: string, ms: number, url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  within(what, ms, readJson(what, ms, url, headers))

const readJson = async (what: string, ms: number, url: string, headers: Record<string, string>): Promise<Record<string, unknown>> => {
  const response = await fetch(url, {
    headers: { Accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(ms)
  })
  if (!response.ok) throw new SignInFailed(`${what}: answered ${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) throw new SignInFailed(`${what}: too long`)
  const value: unknown = await response.json()
  if (!isRecord(value)) throw new SignInFailed(`${what}: not an object`)
  return value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Returns a text field of external JSON; '' for anything else. */
export const textOf = (record: Record<string, unknown>, name: string): string => {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}
