import { BankUnavailable } from './port.ts'

/** Sends a request to a bank: `fetch`, or a simulator in the same process. */
export type Transport = (request: Request) => Promise<Response>

/** Where a bank listens, and how long its answer may take. */
export interface BankLine {
  url: string
  timeoutMs: number
  transport?: Transport | undefined
}

const MAX_ANSWER = 1_000_000

/**
 * Posts to a bank, or gets from it without a body, and returns the object it answered with. Anything else is BankUnavailable, whose text names the call and never a value:
 * requests hold passwords.
 */
export const askBank = async (
  line: BankLine,
  call: string,
  body: URLSearchParams | object | null,
  headers: Record<string, string> = {}
): Promise<Record<string, unknown>> => {
  const isForm = body instanceof URLSearchParams
  const request = new Request(`${line.url}/${call}`, {
    method: body ? 'POST' : 'GET',
    redirect: 'error',
    signal: AbortSignal.timeout(line.timeoutMs),
    headers: {
      ...{ ...headers, Accept: 'application/json' },
      ...(body ? { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' } : {})
    },
    ...(body ? { body: isForm ? body.toString() : JSON.stringify(body) } : {})
  })
  try {
    const response = await (line.transport ?? fetch)(request)
    const text = await response.text()
    if (!response.ok) throw new BankUnavailable(`${call}: the bank answered ${response.status}`)
    const answer: unknown = text.length > MAX_ANSWER ? null : JSON.parse(text)
    if (isRecord(answer)) return answer
    throw new BankUnavailable(`${call}: the bank's answer is no object`)
  } catch (cause) {
    if (cause instanceof BankUnavailable) throw cause
    throw new BankUnavailable(`${call}: ${cause instanceof SyntaxError ? "the bank's answer is no JSON" : 'no answer'}`)
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A text or number of an answer as text; '' when it is missing. */
export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** A whole number of an answer, also one written as text; NaN when it is none. */
export const wholeOf = (value: unknown): number => (/^-?\d{1,15}$/.test(textOf(value)) ? Number(value) : Number.NaN)

/** The address of a bank's page, if a browser may be sent there. */
export const pageAddress = (value: unknown): string => {
  const url = URL.parse(textOf(value))
  if (url && ['https:', 'http:'].includes(url.protocol)) return url.href
  throw new BankUnavailable("the bank's page has no address")
}
