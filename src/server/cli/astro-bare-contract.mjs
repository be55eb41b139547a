import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dirname, '../..')
/** Where browsers' code stands that calls anything. */
const CALLERS = ['stores', 'islands', 'client']

/** What of an endpoint is for the server and its reference page: the browser's copies go without. */
const SERVERS = new Set(['about', 'codes', 'perMinute'])

/** What `endpoint<…>()({ … })` is given. */
const shapeOf = ({ type, callee, arguments: [shape] = [] }) =>
  type === 'CallExpression' && callee.type === 'CallExpression' && callee.callee.name === 'endpoint' && shape?.type === 'ObjectExpression'
    ? shape
    : null

const shapesIn = (node, found = []) => {
  if (!node || typeof node !== 'object') return found
  const shape = typeof node.type === 'string' ? shapeOf(node) : null
  if (shape) found.push(shape)
  for (const value of Object.values(node)) if (value && typeof value === 'object') shapesIn(value, found)
  return found
}

const textOf = (folder) =>
  readdirSync(join(SRC, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').replace(/^import .*$/gm, ''))
    .join('\n')

/** Names of the endpoints of a noun that no browser calls; none when the noun is handed about as a whole. */
const uncalled = (program, callers) =>
  program.body.flatMap(({ declaration }) => {
    const [{ id, init } = {}] = declaration?.declarations ?? []
    if (init?.type !== 'ObjectExpression' || !init.properties.every(({ value }) => shapeOf(value ?? {}))) return []
    const name = id.name
    const uses = new Set(callers.match(new RegExp(`\\b${name}\\.\\w+`, 'g')))
    if (new RegExp(`= ${name}\\b(?!\\.)|\\b${name}\\[|\\(${name}[,)]`).test(callers)) return []
    return init.properties.filter(({ key }) => !uses.has(`${name}.${key.name}`))
  })

/** A property and the comma after it. */
const without = (code, { start, end }) => {
  const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
  return code.slice(0, start) + code.slice(end + comma)
}

let callers
/** Takes sentences, codes, limits and what no browser calls out of the contract that goes to browsers. */
export const bareContract = () => ({
  name: 'bare-contract',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const plugin = {
        name: 'bare-contract',
        enforce: 'post',
        apply: 'build',
        applyToEnvironment: ({ name }) => name === 'client',
        transform: {
          filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
          handler(code) {
            callers ??= CALLERS.map(textOf).join('\n')
            const program = this.parse(code, { lang: 'ts' })
            const whole = uncalled(program, callers)
            const inside = shapesIn(program).flatMap(({ properties }) => properties.filter(({ key }) => SERVERS.has(key?.name)))
            const gone = [
              ...whole,
              ...inside.filter((part) => !whole.some(({ start, end }) => part.start >= start && part.end <= end))
            ].toSorted((a, b) => b.start - a.start)
            return gone.length > 0 ? { code: gone.reduce(without, code), map: null } : null
          }
        }
      }
      updateConfig({ vite: { plugins: [plugin] } })
    }
  }
})
