import { writeSync } from 'node:fs'

/** Lines that wait for a reader that is slow; further ones are lost. */
const MAX_WAITING = 2_000
const RETRY_MS = 50

export interface LogOutput {
  /** Takes one line, or several that belong together, with their end. Never throws. */
  write: (text: string) => void
  /** How many of them could not be written. */
  lost: () => number
}

const toStandardError = (bytes: Uint8Array): number => writeSync(2, bytes)

/**
 * Where the log goes. What cannot be written (a reader that has ended, a full disk) is counted, and said in the log once it can be
 * written again. Not process.stderr: a stream that has failed once takes nothing more.
 */
export const createLogOutput = (put = toStandardError): LogOutput => {
  let waiting: Uint8Array[] = []
  /** Bytes of the first waiting line that are written. */
  let at = 0
  let isTorn = false
  let lost = 0
  let saidLost = 0
  let retry: NodeJS.Timeout | null = null

  const putLine = (line: Uint8Array): void => {
    if (isTorn) put(Buffer.from('\n'))
    isTorn = false
    while (at < line.length) at += put(line.subarray(at))
    at = 0
  }
  const giveUp = (): void => {
    isTorn ||= at > 0
    at = 0
    lost += waiting.length
    waiting = []
  }
  const putWaiting = (): void => {
    retry = null
    try {
      for (let line = waiting[0]; line; line = waiting[0]) {
        putLine(line)
        waiting.shift()
        if (waiting.length > 0 || saidLost === lost) continue
        waiting.push(Buffer.from(`${new Date().toISOString()} error ${lost} lines could not be written since the start\n`))
        saidLost = lost
      }
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN') retry = setTimeout(putWaiting, RETRY_MS).unref()
      else giveUp()
    }
  }
  return {
    write: (text) => {
      if (waiting.length >= MAX_WAITING) return void (lost += 1)
      waiting.push(Buffer.from(text))
      if (!retry) putWaiting()
    },
    lost: () => lost
  }
}
