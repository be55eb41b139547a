import type { CodeType } from './codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** public: no identity; guest: an anonymous id or a person; user: signed in. */
export type Access = 'public' | 'guest' | 'user'

/** Types of one operation. All optional but the reply; `stream` is the item of server-sent events. */
export interface Shapes {
  params?: object
  query?: object
  body?: object
  reply: unknown
}

export interface Endpoint<S extends Shapes = Shapes> {
  method: Method
  /** Path below `/api`, parameters as `:name`. */
  path: string
  access: Access
  /** Possible codes besides the general ones: 400, 401, 404, 424, 500, and 429 (CHALLENGE_REQUIRED, TOO_MANY_REQUESTS) with `perMinute`. */
  codes: readonly CodeType[]
  /** Requires the `Idempotency-Key` header and refuses unknown input fields. */
  moneyMoving?: boolean
  /** Limit of calls a minute from one caller; its networks have multiples of it. */
  perMinute?: number
  /** Server-sent events instead of an envelope. */
  stream?: boolean
  /** A browser navigation: answers with a redirect instead of an envelope. */
  navigation?: boolean
  /** The body is a file of at most so many bytes, not JSON. */
  maxFileBytes?: number
  /** Answers with a file of this media type instead of an envelope. */
  file?: string
  /** Path of the page whose plain HTML form may send it too, which is then led back to that page. */
  form?: string
  /** One line for the reference page. */
  about: string
  /** Types only, never present at run time. */
  readonly shapes?: S
}

/** `endpoint<{ body: …; reply: … }>()({ method, path, … })`: data for client and server, types for the compiler. */
export const endpoint =
  <S extends Shapes>() =>
  (data: Omit<Endpoint<S>, 'shapes'>): Endpoint<S> =>
    data

/** A character that sorts after those of a path. */
const PARAMETER = '~'
const rankOf = ({ path }: Endpoint): string => path.replace(/:\w+/g, PARAMETER)

/** Returns the endpoints of a noun by name, literal paths before those with parameters: routers take the first match. */
export const endpointsOf = (noun: object): [name: string, endpoint: Endpoint][] =>
  (Object.entries(noun) as [string, Endpoint][]).toSorted(([, one], [, other]) => (rankOf(one) < rankOf(other) ? -1 : 1))

export type Reply<E> = E extends Endpoint<infer S> ? S['reply'] : never
type Part<S, K extends keyof Shapes> = K extends keyof S
  ? S[K] extends object
    ? object extends S[K]
      ? Partial<Record<K, S[K]>>
      : Record<K, S[K]>
    : object
  : object
/** Input of a call: exactly the parts the endpoint has. */
export type Input<E> = E extends Endpoint<infer S> ? Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'> : never

/** A page of a list: append when skip > 0, replace when 0 (spec section 4). */
export interface Page<T> {
  items: T[]
  /** Exact up to 10,000. */
  totalCount: number
  /** There are more than `totalCount`: shown as "10,000+". */
  isMore?: true
}

/** Envelope of every JSON reply. `code` is the number from the list of codes, 200 for success. */
export interface Envelope<T> {
  code: number
  messages: { type: string; body: string; field?: string }[]
  data: T | null
  requestId: string
}
