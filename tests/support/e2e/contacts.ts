/** Contacts nobody has used in this run: the runner's process, the worker and a count make them. */
let count = 0

const two = (value: number): string => String(value % 100).padStart(2, '0')
const next = (): string => {
  count += 1
  return `${two(process.ppid)}${two(Number(process.env['TEST_WORKER_INDEX'] ?? 0))}${two(count)}`
}

/** As people write it: 091 12 34 56. */
export const newPhone = (): string => next().replace(/^(..)(..)(..)$/, '091 $1 $2 $3')
export const newEmail = (): string => `person.${next()}@example.am`
