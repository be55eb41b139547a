import type { Step } from './steps.ts'

/** Concurrent steps, for a machine with two cores. */
const MAX_CONCURRENT = 2

/** Returns the first step that may start beside the running ones. */
export const nextStep = (waiting: readonly Step[], running: readonly Step[]): Step | undefined => {
  if (running.length >= MAX_CONCURRENT || running.some(({ alone }) => alone)) return undefined
  const unfinished = new Set([...waiting, ...running].map(({ name }) => name))
  return waiting.find(({ after, alone }) => !(after && unfinished.has(after)) && !(alone && running.length > 0))
}

/**
 * Runs steps two at a time, and those marked `alone` by themselves; returns outcomes in the order of the list. A step gets the outcome of the
 * one it needs.
 */
export const runScheduled = async <Outcome>(
  steps: readonly Step[],
  run: (step: Step, needed: Outcome | undefined) => Promise<Outcome>
): Promise<Outcome[]> => {
  const waiting = [...steps]
  const running = new Map<Step, Promise<void>>()
  const outcomes = new Map<Step, Outcome>()
  const outcomeNamed = (name: string | undefined): Outcome | undefined => [...outcomes].find(([step]) => step.name === name)?.[1]
  while (waiting.length > 0 || running.size > 0) {
    const step = nextStep(waiting, [...running.keys()])
    if (step) {
      waiting.splice(waiting.indexOf(step), 1)
      running.set(
        step,
        run(step, outcomeNamed(step.after)).then((outcome) => {
          outcomes.set(step, outcome)
          running.delete(step)
        })
      )
    } else if (running.size > 0) await Promise.race(running.values())
    else throw new Error(`these steps wait for each other: ${waiting.map(({ name }) => name).join(', ')}`)
  }
  return steps.flatMap((step) => outcomes.get(step) ?? [])
}
