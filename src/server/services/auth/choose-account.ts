import type { AccountsToChoose } from '#contract/auth/calls.ts'
import { maskContact } from '#domain/phone.ts'
import { fail } from '#server/services/core/fail.ts'
import type { Account, Contact } from './contact.ts'

/** Masked data by which people recognise their own accounts. */
const described = (account: Account, { type }: Contact): AccountsToChoose['accounts'][number] => {
  const other = type === 'phone' ? account.email : account.phone
  return {
    id: account.id,
    isCompany: account.tin !== null,
    name: account.companyName ?? [account.firstName, account.lastName && `${[...account.lastName][0]}.`].filter(Boolean).join(' '),
    contact: other && maskContact(other)
  }
}

/**
 * Returns the requested account among those whose code or password was right. CHOOSE_ACCOUNT with the list when there are several;
 * USER_NOT_FOUND for an id that is not among them; USER_DEACTIVATED when none is active.
 */
export const chooseAccount = (accounts: Account[], contact: Contact, accountId: number | undefined): Account => {
  const active = accounts.filter(({ deactivatedAt }) => deactivatedAt === null)
  if (active.length === 0 && accounts.length > 0) throw fail('USER_DEACTIVATED')
  const meant = accountId === undefined ? active : active.filter(({ id }) => id === accountId)
  const [only] = meant
  if (!only) throw fail('USER_NOT_FOUND')
  if (meant.length > 1)
    throw fail('CHOOSE_ACCOUNT', { data: { accounts: active.map((each) => described(each, contact)) } satisfies AccountsToChoose })
  return only
}
