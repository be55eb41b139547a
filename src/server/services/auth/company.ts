import { isTinLongEnough, normalizeTin, TIN_LENGTH } from '#domain/tin.ts'
import { fail } from '#server/services/core/fail.ts'

export interface Company {
  companyName: string | null
  tin: string | null
}

/** Validates company name and tax id: both or neither. BAD_REQUEST names the missing or malformed one; TIN_TOO_SHORT. */
export const readCompany = ({ companyName, tin: typed }: Company): Company => {
  if (companyName === null && typed === null) return { companyName, tin: null }
  if (companyName === null) throw fail('BAD_REQUEST', { field: 'companyName', allowed: { kind: 'filled' } })
  if (typed === null) throw fail('BAD_REQUEST', { field: 'tin', allowed: { kind: 'filled' } })
  const tin = normalizeTin(typed)
  if (tin === null) throw fail('BAD_REQUEST', { field: 'tin', allowed: { kind: 'tin', max: TIN_LENGTH.most } })
  if (!isTinLongEnough(tin)) throw fail('TIN_TOO_SHORT', { field: 'tin' })
  return { companyName, tin }
}
