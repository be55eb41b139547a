import { existsSync } from 'node:fs'
import type * as v from 'valibot'
import { checked, isBase, singleLine, whole } from './config-values.ts'

const file = (what: string) => checked(existsSync, `must name a PEM file that can be read: ${what}`)

/** Access to the fiscal service (e-HDM). */
export const FISCAL_VARIABLES = {
  FISCAL_URL: checked(
    isBase,
    'must be an address such as https://ecrm.taxservice.am/taxsystem-rs-vcr/api/v1.0, without a slash at the end'
  ),
  FISCAL_CRN: singleLine('must be the number of the cash register on one line', 40),
  FISCAL_GOODS_CODE: singleLine("must be the goods' code in the classifier on one line", 20),
  FISCAL_CERTIFICATE: file('the client certificate'),
  FISCAL_KEY: file('its key'),
  FISCAL_CASHIER: whole(1, 1, 1_000_000),
  FISCAL_DEPARTMENT: whole(1, 1, 1_000)
}
type Values = { [K in keyof typeof FISCAL_VARIABLES]?: v.InferOutput<(typeof FISCAL_VARIABLES)[K]> }

const NAMES = [
  'FISCAL_URL',
  'FISCAL_CRN',
  'FISCAL_GOODS_CODE',
  'FISCAL_CERTIFICATE',
  'FISCAL_KEY'
] as const satisfies readonly (keyof Values)[]

/** Returns which variables are missing beside those that are set; null when none is. */
export const fiscalFault = (config: Values): string | null => {
  const missing = NAMES.filter((name) => !config[name])
  const given = NAMES.filter((name) => config[name])
  return given.length > 0 && missing.length > 0 ? `${missing.join(' and ')} is missing: ${given.join(', ')} needs it as well.` : null
}
