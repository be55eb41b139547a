import type { RunInTurn } from './in-turn.ts'
import type { Tokens } from './tokens.ts'

export interface RefreshOptions {
  tokens: Tokens
  /** One refresh request; rejects with the response's ApiError. */
  renew: (refreshToken: string | undefined) => Promise<{ accessToken: string; expiresIn: number }>
  runInTurn: RunInTurn
  /** The server ended the session (UNAUTHORIZED). */
  onEnded: (cause: unknown) => void
  isEnd: (cause: unknown) => boolean
}

export interface Refresher {
  /** Refreshes after a call failed with this token. Resolves to false without a refresh token. */
  refresh: (token: string | null) => Promise<boolean>
  /** Resolves when no refresh is running. */
  settled: () => Promise<unknown>
}

/**
 * Runs one refresh at a time (spec section 4): calls that fail meanwhile share its promise, so all are repeated or all are rejected with the
 * refresh error. Another tab's newer token counts as a refresh.
 */
export const createRefresher = ({ tokens, renew, runInTurn, onEnded, isEnd }: RefreshOptions): Refresher => {
  let running: Promise<boolean> | null = null

  const run = (token: string | null): Promise<boolean> =>
    runInTurn('shuka:refresh', async () => {
      const current = tokens.access()
      if (current && current !== token) return true
      try {
        const { accessToken, expiresIn } = await renew(tokens.refresh() ?? undefined)
        tokens.save(accessToken, expiresIn)
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
    // The caller of `refresh` handles its failure.
    settled: () => running?.catch(() => false) ?? Promise.resolve()
  }
}
