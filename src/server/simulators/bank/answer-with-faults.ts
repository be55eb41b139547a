import { setTimeout as sleep } from 'node:timers/promises'
import type { Bank } from './bank.ts'
import { SLOW_MS, type BankCall } from './faults.ts'

const HANGS_MS = 120_000

/**
 * Answers a call of the shop, with the fault that was armed for it: silent and lost never answer, before and after doing what was asked;
 * `unknown` is the protocol's own refusal of an order it does not know.
 */
export const answerWithFaults = async (
  bank: Bank,
  { call, ref, signal }: { call: BankCall; ref: string | null; signal: AbortSignal },
  answer: () => object,
  unknown: () => object
): Promise<Response> => {
  const fault = bank.answerFault(call, ref)
  const gone = new Response(null, { status: 504 })
  // The shop gives up after its time limit, and nobody is left to answer.
  const wait = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  const hang = async (): Promise<Response> => {
    await wait(HANGS_MS)
    return gone
  }
  if (fault === 'silent') return hang()
  if (fault === 'error') return new Response('Internal Server Error', { status: 500 })
  if (fault === 'unknown') return responseOf(unknown())
  const answered = answer()
  if (fault === 'lost') return hang()
  if (fault === 'slow') await wait(SLOW_MS)
  return signal.aborted ? gone : responseOf(answered)
}

const responseOf = (answer: object): Response => (answer instanceof Response ? answer : Response.json(answer))
