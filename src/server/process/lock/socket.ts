import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** Bound of a local socket's path on all systems, with the socket's name inside the folder. */
const MAX_PATH_LENGTH = 100
const NAME_LENGTH = 32

const fits = (folder: string): boolean => Buffer.byteLength(folder) + 1 + NAME_LENGTH <= MAX_PATH_LENGTH

/** Creates a folder and its parents one by one: Node's `recursive` loops forever where folders cannot be created (below /proc). */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Name of the Windows pipe; it ends with its process, so one name is enough. */
export const pipeOf = (dataDir: string): string =>
  `\\\\.\\pipe\\shuka-${createHash('sha256').update(realpathSync(dataDir).toLowerCase()).digest('hex').slice(0, 32)}`

/**
 * Returns the folder for the sockets of a data folder: `lock` inside it, so that every path, user or container that reaches the data
 * reaches the same socket. The returned path is short enough for a socket address.
 */
export const lockFolder = (dataDir: string): string => {
  const folder = join(realpathSync(dataDir), 'lock')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const short = relative(process.cwd(), folder)
  if (fits(folder)) return folder
  if (fits(short)) return short
  // Linux: by an open descriptor, which stays open as long as the process.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(folder, 'r')}`
  return fallbackFolder(dataDir)
}

/** For file systems without sockets, and for too long paths: a temporary folder, named by the hash of the data folder's real path. */
export const fallbackFolder = (dataDir: string): string => {
  const folder = join(tmpdir(), `shuka-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
