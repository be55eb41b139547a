import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** Longest address of a local socket that all systems take, with the name of the socket inside the folder. */
const MAX_PATH_LENGTH = 100
const NAME_LENGTH = 32

const fits = (folder: string): boolean => Buffer.byteLength(folder) + 1 + NAME_LENGTH <= MAX_PATH_LENGTH

/** Makes a folder and those above it, one by one: Node's own `recursive` never ends where folders cannot be made (below /proc). */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** A named pipe vanishes with its process, so that one name is enough. */
export const pipeOf = (dataDir: string): string =>
  `\\\\.\\pipe\\shuka-${createHash('sha256').update(realpathSync(dataDir).toLowerCase()).digest('hex').slice(0, 32)}`

/**
 * The folder for the sockets of a data folder: `lock` inside it, because whoever reaches the data by whatever path, user or container
 * must come by the same socket. Its name is spelt so that it fits an address, however long the path is.
 */
export const lockFolder = (dataDir: string): string => {
  const folder = join(realpathSync(dataDir), 'lock')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const short = relative(process.cwd(), folder)
  if (fits(folder)) return folder
  if (fits(short)) return short
  // Linux reaches a folder by an open descriptor, which stays open as long as the process.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(folder, 'r')}`
  return fallbackFolder(dataDir)
}

/** For file systems without sockets, and for paths too long elsewhere: a folder for temporary files, named by the data folder's real path. */
export const fallbackFolder = (dataDir: string): string => {
  const folder = join(tmpdir(), `shuka-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
