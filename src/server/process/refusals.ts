import { BadConfiguration, type Config } from '#server/config.ts'
import { folderRefusal, isDiskFull } from '#server/db/data-folder.ts'

/** Why a database or the operating system refused. */
export interface Fault {
  /** SQLSTATE, or the code of a system error; '' when there is none. */
  code: string
  message: string
}

/** Returns the outermost cause that has a code, else the innermost. */
export const faultOf = (cause: unknown): Fault => {
  let fault: Fault = { code: '', message: '' }
  for (let error: unknown = cause; error instanceof Error; error = error.cause) {
    const { code, errors } = error as Error & { code?: unknown; errors?: unknown[] }
    if (errors?.[0]) return faultOf(errors[0])
    fault = { code: typeof code === 'string' ? code : '', message: error.message }
    if (fault.code) return fault
  }
  return fault
}

/** Turns faults of the initial market into BadConfiguration that names the variable; other errors pass. */
export const explainMarket =
  ({ MARKET_DIR }: Pick<Config, 'MARKET_DIR'>) =>
  (cause: unknown): never => {
    if (!(cause instanceof Error) || cause.name !== 'MarketFaults') throw cause
    throw new BadConfiguration(`MARKET_DIR ${MARKET_DIR} cannot be taken in:\n${cause.message}`)
  }

/** The same for a data folder that cannot be created. */
export const explainFolder =
  ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  (cause: unknown): never => {
    if (isDiskFull(cause)) throw folderRefusal(DATA_DIR, cause)
    const { code } = faultOf(cause)
    if (!/^(ENOENT|EACCES|EPERM|EROFS|ENOTDIR|EINVAL)$/.test(code)) throw cause
    throw new BadConfiguration(`DATA_DIR ${DATA_DIR} cannot be used (${code}). Name a folder that may be written.`)
  }
