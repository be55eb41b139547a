import { createConnection, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { MarketFaults, type Fault } from '#server/market-import/faults.ts'
import type { ImportProgress, ImportResult } from '#server/market-import/import-market.ts'

/** The process that holds the folder. `address`: what its server listens on, null while it starts or when it serves nothing. */
export interface Holder {
  pid: number
  /** ISO. */
  since: string
  address: string | null
}

const RequestSchema = v.variant('type', [
  v.object({ type: v.literal('who') }),
  v.object({ type: v.literal('import'), path: v.pipe(v.string(), v.nonEmpty()) }),
  v.object({ type: v.literal('operate'), command: v.string(), words: v.pipe(v.array(v.string()), v.maxLength(60)) })
])
/** One JSON object a line, both ways. */
export type LockRequest = v.InferOutput<typeof RequestSchema>
/** Parses a line; null for an invalid request. */
export const parseRequest = (line: string): LockRequest | null => {
  try {
    const result = v.safeParse(RequestSchema, JSON.parse(line))
    return result.success ? result.output : null
  } catch {
    // Not JSON.
    return null
  }
}

export type LockResponse =
  | ({ type: 'holder'; state: 'trying' | 'held' } & Holder)
  | ({ type: 'progress' } & ImportProgress)
  | ({ type: 'result' } & ImportResult)
  | { type: 'operated'; lines: string[]; failed: boolean }
  | { type: 'faults'; faults: Fault[]; more: boolean }
  | { type: 'error'; message: string }

/** Thrown when no process listens on a socket. */
export class NoListener extends Error {}

const isGone = (cause: unknown): boolean => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : ''
  return code === 'ECONNREFUSED' || code === 'ENOENT'
}

export const send = (socket: Socket, message: LockRequest | LockResponse): void => {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
}

/**
 * Sends a request and yields the responses until the other side ends. Throws NoListener when no process listens,
 * an error when nothing arrives for `timeoutMs`.
 */
export async function* sendRequest(path: string, request: LockRequest, timeoutMs: number): AsyncGenerator<LockResponse> {
  const socket = createConnection(path)
  let failure: unknown
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer for ${timeoutMs / 1000} s`)))
  socket.on('error', (cause) => {
    failure = cause
  })
  send(socket, request)
  try {
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) yield JSON.parse(line) as LockResponse
  } catch (cause) {
    failure ??= cause
  } finally {
    socket.destroy()
  }
  if (failure) throw isGone(failure) ? new NoListener('nobody listens') : failure
}

/** Response for a failure. Unexpected errors are included, because the reader is on the same machine. */
export const failureResponse = (cause: unknown): LockResponse => {
  if (cause instanceof MarketFaults) return { type: 'faults', faults: cause.faults, more: cause.more }
  return { type: 'error', message: cause instanceof Error ? cause.message : String(cause) }
}
