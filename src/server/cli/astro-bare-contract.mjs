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

const callsIn = (node, found = []) => {
  if (!node || typeof node !== 'object') return found
  const shape = typeof node.type === 'string' ? shapeOf(node) : null
  if (shape) found.push({ call: node, shape })
  for (const value of Object.values(node)) if (value && typeof value === 'object') callsIn(value, found)
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

/** Where a property ends with the comma after it. */
const afterComma = (code, { end }) => end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)

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
          filter: { id: /\/src\/contract\/[\w-]+\/calls\.ts$/ },
          handler(code) {
            callers ??= CALLERS.map(textOf).join('\n')
            const program = this.parse(code, { lang: 'ts' })
            const whole = uncalled(program, callers)
            const calls = callsIn(program).filter(({ call }) => !whole.some(({ start, end }) => call.start >= start && call.end <= end))
            // The data alone: the call around it is the compiler's.
            const gone = calls.flatMap(({ call, shape }) => [
              [call.start, shape.start],
              ...shape.properties.filter(({ key }) => SERVERS.has(key?.name)).map((part) => [part.start, afterComma(code, part)]),
              [shape.end, call.end]
            ])
            gone.push(...whole.map((part) => [part.start, afterComma(code, part)]))
            gone.sort((a, b) => b[0] - a[0])
            return gone.length > 0
              ? { code: gone.reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code), map: null }
              : null
          }
        }
      }
      updateConfig({ vite: { plugins: [plugin] } })
    }
  }
})
