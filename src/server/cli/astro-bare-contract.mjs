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

/** A property and the comma after it. */
const without = (code, { start, end }) => {
  const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
  return code.slice(0, start) + code.slice(end + comma)
}

/** Takes sentences, codes and limits out of the contract that goes to browsers. */
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
            const gone = shapesIn(this.parse(code, { lang: 'ts' }))
              .flatMap(({ properties }) => properties.filter(({ key }) => SERVERS.has(key?.name)))
              .toSorted((a, b) => b.start - a.start)
            return gone.length > 0 ? { code: gone.reduce(without, code), map: null } : null
          }
        }
      }
      updateConfig({ vite: { plugins: [plugin] } })
    }
  }
})
