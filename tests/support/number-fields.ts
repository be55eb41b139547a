import type * as v from 'valibot'

/** The properties of schemas that are read here. */
interface Described {
  type?: string
  wrapped?: Described
  entries?: Record<string, Described>
  item?: Described
  options?: readonly unknown[]
  pipe?: readonly Described[]
}

/** A number of a schema: its path ("answers.collected", "items.0.quantity") and the schema of its value. */
export interface NumberField {
  path: string
  schema: v.GenericSchema
}

/** Returns every number of a schema, nested ones and those of lists included. */
export const numberFields = (schema: v.GenericSchema | undefined): NumberField[] =>
  schema ? fieldsOf(schema as Described).map(({ path, field }) => ({ path, schema: field as v.GenericSchema })) : []

const fieldsOf = (field: Described, path = ''): { path: string; field: Described }[] => {
  const inner = unwrapped(field)
  const below = (key: string): string => (path === '' ? key : `${path}.${key}`)
  if (inner.entries) return Object.entries(inner.entries).flatMap(([key, entry]) => fieldsOf(entry, below(key)))
  if (inner.item) return fieldsOf(inner.item, below('0'))
  return stepsOf(inner).some(isNumber) ? [{ path, field }] : []
}

const isNumber = ({ type, options }: Described): boolean =>
  type === 'number' || (type === 'picklist' && options?.some((option) => typeof option === 'number') === true)

const unwrapped = (schema: Described): Described => (schema.wrapped ? unwrapped(schema.wrapped) : schema)

/** Returns every step of a pipe, nested pipes included. */
const stepsOf = (schema: Described): Described[] =>
  schema.pipe ? schema.pipe.flatMap((step) => (step === schema ? [] : stepsOf(step))) : [schema]
