import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest, NoListener, type Holder } from './messages.ts'

/** Names of sockets sort by age; each is used once, so that a dead one can be removed at any time. */
const NAME = /^s[0-9a-z]{17}$/
const DRAFT = /^d[0-9a-z]{17}$/
const DRAFT_STALE_MS = 60_000
const ANSWER_MS = 3_000
const RETRY_MS = 40

/** The lock of another process: its socket, and its holder if it answered. */
interface HeldLock {
  path: string
  holder: Holder | null
}
type Rival = { state: 'dead' } | { state: 'trying' | 'held'; holder: Holder | null }

const newName = (): string => Date.now().toString(36).padStart(9, '0') + randomBytes(4).toString('hex')

/** Asks a rival for its state. One that is alive but does not answer (stopped, or very busy) counts as holding. */
const probe = async (path: string): Promise<Rival> => {
  try {
    for await (const answer of sendRequest(path, { type: 'who' }, ANSWER_MS))
      if (answer.type === 'holder') return { state: answer.state, holder: answer }
  } catch (cause) {
    if (cause instanceof NoListener) return { state: 'dead' }
  }
  return { state: 'held', holder: null }
}

const listenAt = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })

const removeDrafts = (folder: string, names: readonly string[]): void => {
  for (const name of names.filter((one) => DRAFT.test(one))) {
    const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > DRAFT_STALE_MS) rmSync(join(folder, name), { force: true })
  }
}

/** Probes all rivals. `wait`: a younger one is still undecided; `yield`: an older undecided one goes first. */
const inspectRivals = async (folder: string, own: string): Promise<'mine' | 'wait' | 'yield' | HeldLock> => {
  const names = readdirSync(folder)
  removeDrafts(folder, names)
  let verdict: 'mine' | 'wait' | 'yield' = 'mine'
  for (const name of names.filter((one) => NAME.test(one) && one !== own)) {
    const rival = await probe(join(folder, name))
    if (rival.state === 'held') return { path: join(folder, name), holder: rival.holder }
    if (rival.state === 'dead') rmSync(join(folder, name), { force: true })
    else if (name < own) verdict = 'yield'
    else if (verdict === 'mine') verdict = 'wait'
  }
  return verdict
}

export type Claim = { acquired: true; path: string; server: Server } | ({ acquired: false } & HeldLock)

/**
 * Claims the lock of a folder. Each process listens under its own name before it probes the others, so of any two the later one sees
 * the earlier: never two hold it. Sockets of killed processes refuse connections and are removed.
 */
export const claim = async (folder: string, makeServer: () => Server): Promise<Claim> => {
  for (;;) {
    const server = makeServer()
    const id = newName()
    const [draft, path] = [join(folder, `d${id}`), join(folder, `s${id}`)]
    await listenAt(server, draft)
    // Renamed only after it listens: before, it would look dead.
    renameSync(draft, path)
    for (;;) {
      const verdict = await inspectRivals(folder, `s${id}`)
      if (verdict === 'mine') return { acquired: true, path, server }
      if (verdict !== 'wait') {
        server.close()
        rmSync(path, { force: true })
        if (verdict !== 'yield') return { acquired: false, ...verdict }
        break
      }
      await sleep(RETRY_MS)
    }
    await sleep(RETRY_MS + Math.random() * RETRY_MS)
  }
}

/** The same with a Windows named pipe, which one process at a time can open and which ends with it. */
export const claimPipe = async (path: string, makeServer: () => Server): Promise<Claim> => {
  for (;;) {
    const server = makeServer()
    try {
      await listenAt(server, path)
      return { acquired: true, path, server }
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause
      const rival = await probe(path)
      if (rival.state !== 'dead') return { acquired: false, path, holder: rival.holder }
      await sleep(RETRY_MS)
    }
  }
}
