import type { RunInTurn } from './in-turn.ts'
import type { Tokens } from './tokens.ts'

export interface RefreshOptions {
  tokens: Tokens
  /** One round trip; rejects with the answer's ApiError. */
  renew: (refreshToken: string | undefined) => Promise<{ accessToken: string; expiresIn: number }>
  runInTurn: RunInTurn
  /** The server said that the session is over, by UNAUTHORIZED. */
  onEnded: (cause: unknown) => void
  isEnd: (cause: unknown) => boolean
}

export interface Refresher {
  /** For a call that was refused with this token. False: there is nothing to refresh with. */
  refresh: (token: string | null) => Promise<boolean>
  /** Waits for a refresh under way. */
  settled: () => Promise<unknown>
}

/**
 * One refresh at a time (spec section 4): calls that are refused meanwhile wait for the same promise, so all are replayed or all are rejected
 * with the refresh error. Another tab's newer token counts as a refresh.
 */
export const createRefresher = ({ tokens, renew, runInTurn, onEnded, isEnd }: RefreshOptions): Refresher => {
  let running: Promise<boolean> | null = null

  const run = (token: string | null): Promise<boolean> =>
    runInTurn('shuka:refresh', async () => {
      const current = tokens.access()
      if (current && current !== token) return true
      try {
        const { accessToken, expiresIn } = await renew(tokens.refresh() ?? undefined)
        tokens.store(accessToken, expiresIn)
        return true
      } catch (cause) {
        if (isEnd(cause)) {
          tokens.clear()
          onEnded(cause)
        }
        throw cause
      }
    })

  return {
    refresh: (token) => {
      if (running) return running
      const current = tokens.access()
      if (current && current !== token) return Promise.resolve(true)
      if (!tokens.canRefresh()) return Promise.resolve(false)
      running = run(token).finally(() => (running = null))
      return running
    },
    // Whoever asked for the refresh hears why it failed.
    settled: () => running?.catch(() => false) ?? Promise.resolve()
  }
}
