import { expect } from 'vitest'
import { checkAccounts } from '#server/services/ledger/check-accounts.ts'
import { checkClearing } from '#server/services/ledger/check-clearing.ts'
import { checkProviders } from '#server/services/ledger/check-providers.ts'
import { checkTransfers } from '#server/services/ledger/check-transfers.ts'
import type { TestApi } from './api.ts'

/** The ledger adds up, and says of each provider what its own books say. */
export const booksAgree = async (api: TestApi): Promise<void> => {
  const { db } = api.engine
  const providers = Object.values(api.kernel.adapters.payments).flatMap((provider) => provider ?? [])
  expect([
    ...(await checkTransfers({ db })).differences,
    ...(await checkAccounts({ db })),
    ...(await checkClearing({ db })),
    ...(await checkProviders({ db }, providers))
  ]).toEqual([])
}
