import * as v from 'valibot'

const MAX_BYTES = 1_000_000

/** The vendor did not answer in time, refused, or its response is invalid. */
export class GeoFault extends Error {}
/** Our own rate limit was reached; not a fault of the vendor. */
export class Busy extends GeoFault {}

export interface Question {
  url: URL
  headers?: Record<string, string>
  timeoutMs: number
}

/** Reads the body up to MAX_BYTES. */
const readBody = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BYTES) throw new GeoFault('the response is too large')
  }
  return text + decoder.decode()
}

/** Sends a request to a vendor with one time limit. Throws GeoFault, whose message never contains the URL, which may hold a key. */
export const ask = async <T extends v.GenericSchema>(schema: T, { url, headers = {}, timeoutMs }: Question): Promise<v.InferOutput<T>> => {
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json', ...headers },
      // A key must not be sent to another host by a redirect.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs)
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new GeoFault(`${url.host} answered ${response.status}`)
    }
    const answer = v.safeParse(schema, JSON.parse(await readBody(response)))
    if (!answer.success) throw new GeoFault(`${url.host} answered in another shape`)
    return answer.output
  } catch (cause) {
    if (cause instanceof GeoFault) throw cause
    const slow = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new GeoFault(slow ? `${url.host} took longer than ${timeoutMs} ms` : `${url.host} did not answer as it should`, { cause })
  }
}

/** A list of at most 50 entries; invalid ones are dropped. */
export const listOf = <T extends v.GenericSchema>(entry: T) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((entries) =>
      entries.slice(0, 50).flatMap((one) => {
        const read = v.safeParse(entry, one)
        return read.success ? [read.output] : []
      })
    )
  )

export const degrees = (max: number) => v.pipe(v.number(), v.minValue(-max), v.maxValue(max))
/** Degrees as text. */
export const degreesText = (max: number) =>
  v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d+)?$/), v.transform(Number), v.minValue(-max), v.maxValue(max))
export const words = v.optional(v.pipe(v.string(), v.maxLength(300)), '')
