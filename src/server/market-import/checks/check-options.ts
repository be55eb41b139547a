import * as v from 'valibot'
import { SELECTOR_TYPES, type SelectorType } from '#domain/enums.ts'
import { across, amount, flag, keyText, list, record, uniqueKeys, whole, words } from './check-values.ts'

interface Group {
  type: SelectorType
  min: number
  max: number
  values: unknown[]
}

const counts = <One extends Group>() =>
  across<One>(({ type, min, max, values }, report) => {
    if (min > max) report(['min'], `is ${min}, more than max ${max}; expected min at most max`)
    if (max > values.length)
      report(['max'], `is ${max}, but there are ${values.length} values; expected at most as many as there are values`)
    if (type !== 'checkbox' && max > 1) report(['max'], `is ${max}, but of a ${type} one is chosen; expected 1`)
  })

const group = v.pipe(
  record({
    key: keyText,
    name: words(100),
    type: v.picklist(SELECTOR_TYPES, `one of ${SELECTOR_TYPES.join(', ')}`),
    min: whole(0, 50),
    max: whole(1, 50),
    values: v.pipe(
      list(
        record({ key: keyText, name: words(100), price: amount, soldOut: v.optional(flag, false) }),
        'a list of values: key, name, price'
      ),
      v.nonEmpty('at least one value'),
      uniqueKeys()
    )
  }),
  counts()
)

/** Option groups, which products refer to in their `options` column. */
export const options = v.optional(
  v.nullable(v.pipe(list(group, 'a list of option groups: key, name, type, min, max, values'), uniqueKeys())),
  []
)
