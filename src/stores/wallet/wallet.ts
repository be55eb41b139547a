import { atom } from 'nanostores'
import * as calls from '#contract/wallet/calls.ts'
import type { Wallet, WalletEntry } from '#contract/wallet/calls.ts'
import { WALLET_TYPE } from '#domain/rewards/wallet-entry.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

export type OwnWallet =
  | { state: 'loading' }
  | {
      state: 'ready'
      wallet: Wallet
      entries: readonly WalletEntry[]
      totalCount: number
      more: 'idle' | 'loading' | 'failed'
    }
  | { state: 'failed'; failure: Failure }

const PAGE = 20

/** The person's points and their history. */
const $wallet = atom<OwnWallet>({ state: 'loading' })
export { $wallet }

const historyFrom = (skip: number) => environment().call(calls.history, { query: { skip, take: PAGE, walletType: WALLET_TYPE.PERSONAL } })

export const loadWallet = async (): Promise<void> => {
  try {
    const [[wallet], { items, totalCount }] = await Promise.all([environment().call(calls.wallets, { query: {} }), historyFrom(0)])
    if (!wallet) throw new Error('everybody has a personal wallet')
    $wallet.set({ state: 'ready', wallet, entries: items, totalCount, more: 'idle' })
  } catch (cause) {
    $wallet.set({ state: 'failed', failure: failureOf(cause) })
  }
}

/** Withdraws points to a bank account; what is shown is read anew. */
export const withdrawPoints = task(async (points: number, account: string): Promise<true> => {
  await environment().call(calls.withdraw, { body: { points, account } })
  await loadWallet()
  return true
})

/**
 * Appends the next page; entries that came meanwhile shift the pages, so none is shown twice, and the last page is the end. A page of a
 * history that was loaded anew meanwhile counts for nothing.
 */
export const loadMoreHistory = async (): Promise<void> => {
  const shown = $wallet.get()
  if (shown.state !== 'ready' || shown.more === 'loading') return
  $wallet.set({ ...shown, more: 'loading' })
  try {
    const { items, totalCount } = await historyFrom(shown.entries.length)
    if (!isStill(shown)) return
    const known = new Set(shown.entries.map(({ id }) => id))
    const entries = [...shown.entries, ...items.filter(({ id }) => !known.has(id))]
    $wallet.set({ ...shown, entries, totalCount: items.length < PAGE ? entries.length : totalCount, more: 'idle' })
  } catch (cause) {
    failureOf(cause)
    if (isStill(shown)) $wallet.set({ ...shown, more: 'failed' })
  }
}

const isStill = ({ entries }: { entries: readonly WalletEntry[] }): boolean => {
  const now = $wallet.get()
  return now.state === 'ready' && now.entries === entries
}
