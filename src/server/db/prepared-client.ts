import pg from 'pg'

/** Bound of prepared statements, above the number that the shop has; further texts are sent unprepared. */
const MAX_STATEMENTS = 400
/** Longer texts are used once, such as inserts of many rows. */
const MAX_LENGTH = 6_000

/** Texts that hardly repeat: lists and rows of variable length, tables of one import. */
const ONE_OFF = / in \(\$\d+, |\), \(\$|"market_import_/

interface Config {
  text: string
  name?: string | undefined
}
const isUnnamed = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && !('name' in value && value.name)

/** Names of statements by text; all connections of a pool use the same. */
const createNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const existing = names.get(text)
    if (existing !== undefined || names.size >= MAX_STATEMENTS || text.length > MAX_LENGTH || ONE_OFF.test(text)) return existing
    const name = `s${names.size + 1}`
    names.set(text, name)
    return name
  }
}

/** Returns a client class for a pool that prepares each text with parameters once per connection. */
export const createPreparedClient = (): typeof pg.Client => {
  const nameOf = createNames()
  return class PreparedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...parameters: unknown[]) => unknown
      const query = (config: unknown, ...rest: unknown[]): unknown => {
        const [values] = rest
        if (!isUnnamed(config) || !Array.isArray(values) || values.length === 0) return send(config, ...rest)
        return send({ ...config, name: nameOf(config.text) }, ...rest)
      }
      this.query = query as typeof this.query
    }
  }
}
