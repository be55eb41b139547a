import type { AstroIntegration } from 'astro'
import { forBrowsers, type VitePlugin } from './vite.ts'

/** Fields of endpoints for the server and the reference page only, removed from browser bundles. */
const SERVER_ONLY = new Set(['about', 'codes', 'perMinute'])
const ENDPOINT_MODULE = /(^|\/)endpoint\.ts$/

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}
type Range = readonly [start: number, end: number]

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)
const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? node['value'] ?? '') : '')

/** Returns the local name of the imported `endpoint`. */
const localName = (program: Node): string | undefined => {
  const imported = nodesIn(program['body'])
    .filter(({ type, source }) => type === 'ImportDeclaration' && ENDPOINT_MODULE.test(nameOf(source)))
    .flatMap(({ specifiers }) => nodesIn(specifiers))
  return nameOf(imported.find((one) => nameOf(one['imported']) === 'endpoint')?.['local']) || undefined
}

/** Returns the object literal in `endpoint<…>()({ … })`. */
const shapeOf = ({ type, callee, arguments: callArguments }: Node, name: string): Node | undefined => {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'CallExpression' || nameOf(callee['callee']) !== name)
    return undefined
  const [shape] = nodesIn(callArguments)
  if (shape?.type !== 'ObjectExpression') throw new Error(`${name} is given no object literal, so that nothing can be left out of it`)
  return shape
}

const callsIn = (node: Node, name: string): { call: Node; shape: Node }[] => {
  const shape = shapeOf(node, name)
  if (shape) return [{ call: node, shape }]
  return Object.values(node)
    .flatMap(nodesIn)
    .flatMap((child) => callsIn(child, name))
}

/**
 * Replaces endpoint calls of a module by object literals without server-only fields. Literals have no side effects, so the bundler drops
 * unused endpoints. null when the module has none.
 */
export const bareEndpoints = (code: string, parse: (code: string) => object): string | null => {
  const program = parse(code)
  const name = isNode(program) ? localName(program) : undefined
  if (!isNode(program) || !name) return null
  const afterComma = ({ end }: Node): number => end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
  const removed = callsIn(program, name).flatMap(({ call, shape }): Range[] => [
    [call.start, shape.start],
    ...nodesIn(shape['properties'])
      .filter(({ key }) => SERVER_ONLY.has(nameOf(key)))
      .map((part): Range => [part.start, afterComma(part)]),
    [shape.end, call.end]
  ])
  return removed.toSorted(([one], [other]) => other - one).reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code)
}

const plugin = (): VitePlugin => ({
  name: 'browser-contract',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/contract\/[\w/-]+\.ts$/ },
    handler(code) {
      const bare = bareEndpoints(code, (text) => this.parse(text, { lang: 'ts' }))
      return bare === null ? null : { code: bare, map: null }
    }
  }
})

/** Removes texts, codes and limits from the contract in bundles of browsers and their workers. */
export const browserContract = (): AstroIntegration => ({
  name: 'browser-contract',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [{ ...plugin(), applyToEnvironment: forBrowsers }], worker: { plugins: () => [plugin()] } } })
    }
  }
})
