import type * as v from 'valibot'
import { isGoodPassword, PIN_FORM } from '#contract/auth/schemas.ts'
import { areFewValues, MAX_VALUES } from '#contract/products/schemas.ts'
import { flag, isPlainLine, time } from '#contract/fields.ts'
import { isNameOrNone, isPersonName } from '#domain/text/person-name.ts'
import type { Allowed } from '#server/services/core/allowed.ts'

/** The properties of schemas and pipe actions that are read here. */
interface Described {
  type?: string
  wrapped?: Described
  entries?: Record<string, Described>
  item?: Described
  options?: readonly unknown[]
  requirement?: unknown
  pipe?: readonly Described[]
}

/** A failed check as valibot reports it. */
type FailedCheck = Pick<v.BaseIssue<unknown>, 'type' | 'input' | 'requirement'>

/** Describes the allowed values of the field at a path ("items.3.quantity"); undefined when the schema cannot express it. */
export const allowedBy = (schema: v.GenericSchema, path: string, broken: FailedCheck): Allowed | undefined => {
  let field: Described | undefined = schema as Described
  for (const key of path.split('.')) {
    const parent: Described = unwrapped(field)
    field = parent.entries?.[key] ?? (/^\d+$/.test(key) ? parent.item : undefined)
    if (!field) return undefined
  }
  return describe(unwrapped(field), { ...broken, input: inputAt(broken, path) })
}

/** A rule over several fields fails at one of them but is described with all. */
const inputAt = ({ type, input }: FailedCheck, path: string): unknown =>
  type === 'check' && typeof input === 'object' && input !== null ? Reflect.get(input, path) : input

const unwrapped = (schema: Described): Described => (schema.wrapped ? unwrapped(schema.wrapped) : schema)

/** Returns every step of a pipe, nested pipes included. */
const stepsOf = (schema: Described): Described[] =>
  schema.pipe ? schema.pipe.flatMap((step) => (step === schema ? [] : stepsOf(step))) : [schema]

const describe = (schema: Described, broken: FailedCheck): Allowed | undefined => {
  if (schema === time) return { kind: 'time' }
  if (schema === (flag as Described)) return { kind: 'values', values: [0, 1] }
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
  const isEmpty = broken.input === undefined || broken.input === ''
  if (!isEmpty && steps.some(({ requirement }) => requirement === isGoodPassword)) return { kind: 'password' }
  if (!isEmpty && broken.type !== 'check' && steps.some(({ requirement }) => requirement === PIN_FORM)) return { kind: 'pin' }
  return has('string') ? textAllowed(bound('max_length'), broken) : undefined
}

/** For a text only the broken rule is described: a length limit does not help with an empty field. */
const textAllowed = (max: number | null, { type, input, requirement }: FailedCheck): Allowed | undefined => {
  if ((requirement === isPersonName || requirement === isNameOrNone) && input !== '') return { kind: 'name' }
  if (type === 'non_empty' || input === undefined || input === '') return { kind: 'filled' }
  if (requirement === isPlainLine) return { kind: 'line' }
  if (requirement === areFewValues) return { kind: 'parts', max: MAX_VALUES }
  return type === 'check' || max === null ? undefined : { kind: 'characters', max }
}
