import * as v from 'valibot'

const MAX_BYTES = 1_000_000

/** The vendor did not answer, answered late, refused, or answered something else than it promises. */
export class GeoFault extends Error {}
/** We ask no more than we may; the vendor is not to blame. */
export class Busy extends GeoFault {}

export interface Question {
  url: URL
  headers?: Record<string, string>
  timeoutMs: number
}

/** Reads no more than a geocoder could mean. */
const readBody = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BYTES) throw new GeoFault('the answer has no end')
  }
  return text + decoder.decode()
}

/** One question to a vendor, with a time-out over all of it. The message of a fault names no key: addresses with keys stay out of it. */
export const ask = async <T extends v.GenericSchema>(schema: T, { url, headers = {}, timeoutMs }: Question): Promise<v.InferOutput<T>> => {
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json', ...headers },
      // A key must not follow a redirect to somebody else.
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

/** A list of which only the well-formed entries count: one odd place spoils no answer. */
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

export const degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most))
/** Degrees that came as text. */
export const degreesText = (most: number) =>
  v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d+)?$/), v.transform(Number), v.minValue(-most), v.maxValue(most))
export const words = v.optional(v.pipe(v.string(), v.maxLength(300)), '')
