import pg from 'pg'

/** Texts that are named; the market's own are fewer. What comes after is sent as before, so that a server's memory has a bound. */
const MAX_STATEMENTS = 400
/** Longer texts are written for one occasion, such as an insert of many rows. */
const MAX_LENGTH = 6_000

/** Lists as long as somebody's question, rows as many as somebody writes, tables of one import: such texts hardly come again. */
const ONE_OFF = / in \(\$\d+, |\), \(\$|"market_import_/

interface Config {
  text: string
  name?: string | undefined
}
const isUnnamed = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string' && !('name' in value && value.name)

/** Statements of one pool by their text; each connection of it uses the same names. */
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

/** A pool's connections that let PostgreSQL parse and plan a text with parameters once, however often it is sent. */
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
