import { atom, type ReadableAtom } from 'nanostores'
import { failureOf, type Failure } from './errors.ts'

export type TaskState = { state: 'idle' } | { state: 'pending' } | { state: 'failed'; failure: Failure }

export interface Task<A extends unknown[], T> {
  $state: ReadableAtom<TaskState>
  /** Starts the work; a submit while it is running is dropped. Resolves to null when dropped or refused; the failure is in `$state`. */
  submit: (...input: A) => Promise<T | null>
  /** Clears the last failure. */
  reset: () => void
}

/** State of one form or button: idle, pending, failed. Only API errors become states; other errors are thrown. */
export const task = <A extends unknown[], T>(work: (...input: A) => Promise<T>): Task<A, T> => {
  const $state = atom<TaskState>({ state: 'idle' })
  return {
    $state,
    submit: async (...input) => {
      if ($state.get().state === 'pending') return null
      $state.set({ state: 'pending' })
      try {
        const result = await work(...input)
        $state.set({ state: 'idle' })
        return result
      } catch (cause) {
        $state.set({ state: 'idle' })
        $state.set({ state: 'failed', failure: failureOf(cause) })
        return null
      }
    },
    reset: () => {
      if ($state.get().state === 'failed') $state.set({ state: 'idle' })
    }
  }
}
