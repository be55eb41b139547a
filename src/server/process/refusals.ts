import { BadConfiguration, type Config } from '#server/config.ts'

const codeOf = (cause: unknown): string => {
  for (let error: unknown = cause; error instanceof Error; error = error.cause) {
    const { code, errors } = error as Error & { code?: unknown; errors?: unknown[] }
    if (typeof code === 'string') return code
    if (errors?.[0]) return codeOf(errors[0])
  }
  return ''
}

/** Says in words, with the variable's name, why the market that an empty database is filled with was not taken in; other faults pass. */
export const explainMarket =
  ({ MARKET_DIR }: Pick<Config, 'MARKET_DIR'>) =>
  (cause: unknown): never => {
    if (!(cause instanceof Error) || cause.name !== 'MarketFaults') throw cause
    throw new BadConfiguration(`MARKET_DIR ${MARKET_DIR} cannot be taken in:\n${cause.message}`)
  }

/** The same for a folder that cannot be made. */
export const explainFolder =
  ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  (cause: unknown): never => {
    const code = codeOf(cause)
    if (!/^(ENOENT|EACCES|EPERM|EROFS|ENOTDIR|EINVAL)$/.test(code)) throw cause
    throw new BadConfiguration(`DATA_DIR ${DATA_DIR} cannot be used (${code}). Name a folder that may be written.`)
  }
