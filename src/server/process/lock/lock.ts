import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { ImportProgress, ImportResult } from '#server/market-import/import-market.ts'
import { MarketFaults } from '#server/market-import/faults.ts'
import { claim, claimPipe, type Claim } from './claim.ts'
import { failureResponse, sendRequest, parseRequest, send, type Holder, type LockRequest } from './messages.ts'
import { fallbackFolder, lockFolder, makeFolder, pipeOf } from './socket.ts'

export interface LockHandlers {
  /** Address the server listens on; null while it starts. */
  address?: () => string | null
  /** Imports a market on behalf of another process; such requests are refused without it. */
  importMarket?: (path: string, onProgress: (progress: ImportProgress) => void) => Promise<ImportResult>
  /** Executes an operator's command; refused without it. */
  operate?: (command: string, words: readonly string[]) => Promise<Operated>
}

interface Operated {
  lines: string[]
  failed: boolean
}

export interface Lock {
  release(): Promise<void>
}

/** Thrown when another process holds the data folder; the message names it. */
export class DataFolderInUse extends Error {
  readonly holder: Holder | null
  /** Imports a market through the holder. Throws MarketFaults like a local import. */
  readonly importMarket: (path: string, onProgress: (progress: ImportProgress) => void) => Promise<ImportResult>
  /** Sends an operator's command to the holder. */
  readonly operate: (command: string, words: readonly string[]) => Promise<Operated>
  constructor(dataDir: string, holder: Holder | null, { importMarket, operate }: Pick<DataFolderInUse, 'importMarket' | 'operate'>) {
    const owner = holder
      ? `process ${holder.pid}, since ${holder.since}${holder.address ? `, ${holder.address}` : ''}`
      : 'a process that does not answer'
    super(`The data folder ${dataDir} is in use by ${owner}. Stop it, or set DATA_DIR to another folder.`)
    this.name = 'DataFolderInUse'
    this.holder = holder
    this.importMarket = importMarket
    this.operate = operate
  }
}

interface LockState {
  state: 'trying' | 'held'
  since: string
  handlers: LockHandlers
}

const MAX_REQUEST_BYTES = 16 * 1024
/** An import writes in one transaction, during which the holder sends nothing. */
const IMPORT_TIMEOUT_MS = 30 * 60_000
/** A check reads the whole ledger and sends nothing meanwhile. */
const COMMAND_TIMEOUT_MS = 10 * 60_000

const respond = async (socket: Socket, request: LockRequest | null, { state, since, handlers }: LockState): Promise<void> => {
  if (!request) return send(socket, { type: 'error', message: 'unknown request' })
  if (request.type === 'who') return send(socket, { type: 'holder', state, pid: process.pid, since, address: handlers.address?.() ?? null })
  if (request.type === 'operate') return respondToCommand(socket, request, handlers)
  if (!handlers.importMarket) return send(socket, { type: 'error', message: 'this process takes in no market' })
  try {
    const result = await handlers.importMarket(request.path, (progress) => send(socket, { type: 'progress', ...progress }))
    send(socket, { type: 'result', ...result })
  } catch (cause) {
    send(socket, failureResponse(cause))
  }
}

const respondToCommand = async (
  socket: Socket,
  { command, words }: Extract<LockRequest, { type: 'operate' }>,
  { operate }: LockHandlers
): Promise<void> => {
  if (!operate) return send(socket, { type: 'error', message: 'this process takes no such order' })
  try {
    send(socket, { type: 'operated', ...(await operate(command, words)) })
  } catch (cause) {
    send(socket, failureResponse(cause))
  }
}

const createLockServer = (lockState: LockState, sockets: Set<Socket>): Server =>
  createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    const lines = createInterface({ input: socket, crlfDelay: Infinity })
    lines.on('error', () => socket.destroy())
    socket.on('data', () => {
      if (socket.bytesRead > MAX_REQUEST_BYTES) socket.destroy()
    })
    lines.once('line', (line) => void respond(socket, parseRequest(line), lockState).finally(() => socket.end()))
  })

const importAt =
  (path: string): DataFolderInUse['importMarket'] =>
  async (market, onProgress) => {
    for await (const line of sendRequest(path, { type: 'import', path: market }, IMPORT_TIMEOUT_MS)) {
      if (line.type === 'progress') onProgress(line)
      else if (line.type === 'result') return line
      else if (line.type === 'faults') throw new MarketFaults(line.faults, line.more)
      else if (line.type === 'error') throw new Error(line.message)
    }
    throw new Error('the server ended before the import did; nothing is half done, import again')
  }

const commandAt =
  (path: string): DataFolderInUse['operate'] =>
  async (command, words) => {
    for await (const line of sendRequest(path, { type: 'operate', command, words: [...words] }, COMMAND_TIMEOUT_MS)) {
      if (line.type === 'operated') return { lines: line.lines, failed: line.failed }
      if (line.type === 'error') throw new Error(line.message)
    }
    throw new Error('the server ended before it answered')
  }

const hasNoSockets = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && ['ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EINVAL', 'ENOSYS'].includes(String(cause.code))

const claimLock = async (dataDir: string, makeServer: () => Server): Promise<Claim> => {
  if (process.platform === 'win32') return claimPipe(pipeOf(dataDir), makeServer)
  try {
    return await claim(lockFolder(dataDir), makeServer)
  } catch (cause) {
    if (!hasNoSockets(cause)) throw cause
    return claim(fallbackFolder(dataDir), makeServer)
  }
}

/**
 * Locks a data folder (created if missing) for this process by a local socket, which ends with it: nothing stays locked after `kill -9`.
 * Throws DataFolderInUse when another process holds it. Other processes send requests over the same socket.
 */
export const acquireLock = async (dataDir: string, handlers: LockHandlers = {}): Promise<Lock> => {
  makeFolder(dataDir)
  const sockets = new Set<Socket>()
  const lockState: LockState = { state: 'trying', since: new Date().toISOString(), handlers }
  const result = await claimLock(dataDir, () => createLockServer(lockState, sockets))
  if (!result.acquired)
    throw new DataFolderInUse(dataDir, result.holder, {
      importMarket: importAt(result.path),
      operate: commandAt(result.path)
    })
  lockState.state = 'held'
  return {
    release: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => void result.server.close(() => resolve()))
      if (process.platform !== 'win32') rmSync(result.path, { force: true })
    }
  }
}
