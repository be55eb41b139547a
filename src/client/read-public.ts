import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import { ADULT_COOKIE, ANONYMOUS_COOKIE } from '#domain/constants.ts'
import type { Locale } from '#domain/locale.ts'

const cookieIn = (name: string): string => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? ''

interface Parts {
  params?: Record<string, string | number>
  query?: object
}

/**
 * A public read for scripts that load no stores: the headers of every call, but no token, no refresh, flat queries. Half the size of the caller, which every page with a
 * saved location would load before the first interaction. Rejects when there is no answer, or a code other than 200.
 */
export const readPublic = async <E extends Endpoint>(endpoint: E, input: Input<E>, locale: Locale): Promise<Reply<E>> => {
  const { params = {}, query = {} } = input as Parts
  const path = endpoint.path.replace(/:(\w+)/, (_, name: string) => String(params[name]))
  const response = await fetch(`/api${path}?${new URLSearchParams(query as Record<string, string>).toString()}`, {
    headers: {
      Accept: 'application/json',
      'Session-Id': cookieIn(ANONYMOUS_COOKIE),
      'Content-Language': locale,
      'Content-Currency': 'AMD',
      'Request-Method': endpoint.method,
      'Not-For-Minors': cookieIn(ADULT_COOKIE) || '0',
      'Cache-Control': 'no-cache'
    }
  })
  const { code, data } = (await response.json()) as { code: number; data: Reply<E> }
  if (code !== 200) throw new Error(path)
  return data
}
