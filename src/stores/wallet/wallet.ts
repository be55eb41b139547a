import { atom } from 'nanostores'
import * as calls from '#contract/wallet/calls.ts'
import type { TopUp, Wallet, WalletEntry } from '#contract/wallet/calls.ts'
import { WALLET_TYPE, type WalletType } from '#domain/rewards/wallet-entry.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'
import { task } from '#stores/tasks.ts'

export type OwnWallet =
  | { state: 'loading' }
  | {
      state: 'ready'
      wallet: Wallet
      /** Whether there is a corporate wallet too. */
      hasCorporate: boolean
      entries: readonly WalletEntry[]
      totalCount: number
      more: 'idle' | 'loading' | 'failed'
    }
  | { state: 'failed'; failure: Failure }

export type ReadyWallet = Extract<OwnWallet, { state: 'ready' }>

const PAGE = 20

/** A wallet of the person and its history. */
const createWallet = (walletType: WalletType) => {
  const $wallet = atom<OwnWallet>({ state: 'loading' })
  const historyFrom = (skip: number) => environment().call(calls.history, { query: { skip, take: PAGE, walletType } })
  const load = async (): Promise<void> => {
    try {
      const [wallets, { items, totalCount }] = await Promise.all([environment().call(calls.wallets, { query: {} }), historyFrom(0)])
      const wallet = wallets.find((each) => each.walletType === walletType)
      if (!wallet) throw new Error(`there is no wallet of type ${walletType}`)
      const hasCorporate = wallets.some((each) => each.walletType === WALLET_TYPE.CORPORATE)
      $wallet.set({ state: 'ready', wallet, hasCorporate, entries: items, totalCount, more: 'idle' })
    } catch (cause) {
      $wallet.set({ state: 'failed', failure: failureOf(cause) })
    }
  }
  /**
   * Appends the next page; entries that came meanwhile shift the pages, so none is shown twice, and the last page is the end. A page of a
   * history that was loaded anew meanwhile counts for nothing.
   */
  const loadMore = async (): Promise<void> => {
    const shown = $wallet.get()
    if (shown.state !== 'ready' || shown.more === 'loading') return
    $wallet.set({ ...shown, more: 'loading' })
    const isStill = (): boolean => {
      const now = $wallet.get()
      return now.state === 'ready' && now.entries === shown.entries
    }
    try {
      const { items, totalCount } = await historyFrom(shown.entries.length)
      if (!isStill()) return
      const known = new Set(shown.entries.map(({ id }) => id))
      const entries = [...shown.entries, ...items.filter(({ id }) => !known.has(id))]
      $wallet.set({ ...shown, entries, totalCount: items.length < PAGE ? entries.length : totalCount, more: 'idle' })
    } catch (cause) {
      failureOf(cause)
      if (isStill()) $wallet.set({ ...shown, more: 'failed' })
    }
  }
  return { $wallet, load, loadMore }
}

/** The person's points. */
export const { $wallet, load: loadWallet, loadMore: loadMoreHistory } = createWallet(WALLET_TYPE.PERSONAL)
/** What the company of the person paid in. */
export const corporateWallet = createWallet(WALLET_TYPE.CORPORATE)

/** Withdraws points to a bank account; what is shown is read anew. */
export const withdrawPoints = task(async (points: number, account: string): Promise<true> => {
  await environment().call(calls.withdraw, { body: { points, account } })
  await loadWallet()
  return true
})

/** Writes an invoice that tops the corporate wallet up, AMD; what is shown is read anew. */
export const topUp = task(async (amount: number): Promise<TopUp> => {
  const written = await environment().call(calls.topup, { body: { amount } })
  await corporateWallet.load()
  return written
})
