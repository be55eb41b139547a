/** What a number of a goal or figure counts, in one unit a kind: ms for time, MB for memory. */
const SCALES: Record<string, [kind: string, factor: number]> = {
  s: ['ms', 1_000],
  ms: ['ms', 1],
  KB: ['KB', 1],
  MB: ['MB', 1],
  '/s': ['/s', 1],
  'lines/s': ['/s', 1],
  times: ['times', 1]
}
const NUMBER = /(\d+(?:\.\d+)?)\s*(lines\/s|\/s|ms\b|s\b|KB\b|MB\b|times\b)?/

const quantity = (text: string): { value: number; kind: string } | null => {
  const found = NUMBER.exec(text)
  if (!found) return null
  const [kind, factor] = SCALES[found[2] ?? ''] ?? ['', 1]
  return { value: Number(found[1]) * factor, kind }
}

/** The parts of a goal with several: `<= 4.0 KB, 15.0 KB` or `>= 100 / >= 100 / any`. */
const partsOf = (text: string): string[] => text.split(/ \/ |, /)

/** The figure's parts that answer a goal's; of a figure with one goal only its number in the goal's unit, which stands first or last. */
const answersTo = (goals: readonly string[], figure: string): string[] => {
  if (goals.length > 1) return partsOf(figure)
  if (!/\d times/.test(goals[0] ?? '')) return [figure]
  return [/\d+(?:\.\d+)? times/.exec(figure)?.[0] ?? '']
}

/**
 * How much of what a goal allows is used: 1 is the goal itself, less is better; for a goal that must be reached, its inverse. Of several the
 * worst. null: the goal is no number.
 */
export const shareOf = ({ goal, figure }: { goal: string; figure: string }): number | null => {
  const sign = /<=|>=|<|>/.exec(goal)?.[0]
  if (!sign) return null
  const goals = partsOf(goal.slice(goal.indexOf(sign)))
  const answers = answersTo(goals, figure)
  const shares = goals.flatMap((text, index) => {
    const asked = quantity(text)
    const got = quantity(answers[index] ?? '')
    if (!asked || !got || asked.kind !== got.kind) return []
    return [sign.startsWith('<') ? got.value / asked.value : asked.value / got.value]
  })
  return shares.length > 0 ? Math.max(...shares) : null
}
