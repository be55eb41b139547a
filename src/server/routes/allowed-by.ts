import type * as v from 'valibot'
import { time } from '#contract/schema.ts'
import type { Allowed } from '#server/services/core/allowed.ts'

/** What schemas and the steps of their pipes tell of themselves, as far as it is read here. */
interface Described {
  type?: string
  wrapped?: Described
  entries?: Record<string, Described>
  item?: Described
  options?: readonly unknown[]
  requirement?: unknown
  pipe?: readonly Described[]
}

/** What the field at a path ("items.3.quantity") may hold; undefined where the schema cannot say it in a sentence. */
export const allowedBy = (schema: v.GenericSchema, path: string): Allowed | undefined => {
  let field: Described | undefined = schema as Described
  for (const key of path.split('.')) {
    const parent: Described = unwrapped(field)
    field = parent.entries?.[key] ?? (/^\d+$/.test(key) ? parent.item : undefined)
    if (!field) return undefined
  }
  return describe(unwrapped(field))
}

const unwrapped = (schema: Described): Described => (schema.wrapped ? unwrapped(schema.wrapped) : schema)

/** Every step of a pipe, those of pipes within it included. */
const stepsOf = (schema: Described): Described[] =>
  schema.pipe ? schema.pipe.flatMap((step) => (step === schema ? [] : stepsOf(step))) : [schema]

const describe = (schema: Described): Allowed | undefined => {
  if (schema === time) return { kind: 'time' }
  const steps = stepsOf(schema)
  const bound = (type: string): number | null => {
    const requirement = steps.findLast((step) => step.type === type)?.requirement
    return typeof requirement === 'number' ? requirement : null
  }
  const has = (type: string): boolean => steps.some((step) => step.type === type)
  if (has('iso_date')) return { kind: 'date' }
  const values = steps.find(({ type }) => type === 'picklist')?.options
  if (values) return { kind: 'values', values: values.filter((value) => typeof value === 'string' || typeof value === 'number') }
  const [min, max] = [bound('min_value'), bound('max_value')]
  if (min !== null || max !== null) return { kind: 'numbers', min, max, whole: has('integer') }
  const most = bound('max_length')
  return most !== null && has('string') ? { kind: 'characters', max: most } : undefined
}
