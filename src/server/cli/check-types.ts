import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { convertToTsx, type ConvertToTsxResult } from '@astrojs/astro2tsx'
import { ROOT } from './root.ts'

// One TypeScript program for .ts, .tsx and .astro: `Card.astro` is presented to TypeScript as `Card.astro.tsx`, converted in memory.

const SUFFIX = '.astro.tsx'
/** Errors about what Astro allows in a page: a return at the top level, duplicate attributes, a file without imports. */
const ALLOWED_IN_ASTRO = new Set([1108, 1208, 17001])

const converted = new Map<string, ConvertToTsxResult>()
const sourceOf = (path: string): string => path.slice(0, -'.tsx'.length)
const isAstro = (path: string): boolean => path.endsWith(SUFFIX) && existsSync(sourceOf(path))
const convert = (path: string): ConvertToTsxResult => {
  const existing = converted.get(path)
  if (existing) return existing
  const result = convertToTsx(readFileSync(sourceOf(path), 'utf8'), { filename: sourceOf(path) })
  converted.set(path, result)
  return result
}

/** Scripts of a page that Astro bundles are checked as separate modules. */
const SCRIPT = /^(.*\.astro)\.script(\d+)\.mts$/
const scriptOf = (path: string): string | undefined => {
  const [, page = '', index = ''] = SCRIPT.exec(path) ?? []
  return page && existsSync(page) ? convert(`${page}.tsx`).scripts[Number(index)]?.content : undefined
}
const scriptsOf = (path: string): string[] =>
  convert(path).scripts.flatMap(({ type }, index) =>
    (type as string) === 'processed-module' ? [`${sourceOf(path)}.script${index}.mts`] : []
  )

const system: ts.System = {
  ...ts.sys,
  fileExists: (path) => isAstro(path) || scriptOf(path) !== undefined || ts.sys.fileExists(path),
  readFile: (path, encoding) => (isAstro(path) ? convert(path).code : (scriptOf(path) ?? ts.sys.readFile(path, encoding)))
}

/** Returns `file:line:column` in the source of a position in the converted text. */
const locationOf = ({ fileName, text }: { fileName: string; text: string }, start: number): string => {
  const at = (path: string, source: string, offset: number): string => {
    const before = source.slice(0, offset).split('\n')
    return `${path.replace(`${ROOT}/`, '')}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
  }
  if (!isAstro(fileName)) return at(fileName, text, start)
  const mapping = convert(fileName).mappings.find(([from, length]) => from <= start && start < from + Math.max(length, 1))
  const offset = mapping ? mapping[2] + Math.min(start - mapping[0], mapping[3]) : 0
  return at(sourceOf(fileName), readFileSync(sourceOf(fileName), 'utf8'), offset)
}

export interface TypeCheck {
  /** Number of checked files, without packages. */
  files: number
  faults: string[]
}

/** Checks the types of the whole project; `cache` is the file of TypeScript's incremental state. */
export const checkTypes = (config: string, cache?: string): TypeCheck => {
  const throwDiagnostic = ({ messageText }: ts.Diagnostic): never => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
  }
  const extra = [{ extension: '.astro', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }]
  const parsed = ts.getParsedCommandLineOfConfigFile(
    config,
    cache ? { incremental: true, tsBuildInfoFile: cache } : {},
    { ...system, onUnRecoverableConfigFileDiagnostic: throwDiagnostic },
    undefined,
    undefined,
    extra
  )
  if (!parsed) throw new Error(`${config} cannot be read`)
  const pages = parsed.fileNames.filter((path) => path.endsWith('.astro')).map((path) => `${path}.tsx`)
  const rootNames = [
    ...parsed.fileNames.filter((path) => !path.endsWith('.astro')),
    ...pages,
    ...pages.flatMap(scriptsOf),
    ...['env.d.ts', 'astro-jsx.d.ts'].map((name) => join(ROOT, 'node_modules/astro', name))
  ]
  const host = ts.createIncrementalCompilerHost(parsed.options, system)
  const cached = ts.createModuleResolutionCache(ROOT, (name) => name, parsed.options)
  host.resolveModuleNameLiterals = (literals, from, redirected, options, sourceFile) =>
    literals.map((literal) => {
      const name = literal.text.endsWith('.astro') ? `${literal.text}.tsx` : literal.text
      return ts.resolveModuleName(name, from, options, host, cached, redirected, ts.getModeForUsageLocation(sourceFile, literal, options))
    })
  const program = ts.createIncrementalProgram({ rootNames, options: parsed.options, host })
  const diagnostics = [
    ...parsed.errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics()
  ]
  if (cache) program.emit()
  const faults = diagnostics.flatMap(({ file, start = 0, code, messageText }) => {
    if (file && (file.fileName.includes('/node_modules/') || (isAstro(file.fileName) && ALLOWED_IN_ASTRO.has(code)))) return []
    return [`${file ? `${locationOf(file, start)} ` : ''}TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`]
  })
  for (const page of pages)
    for (const { message, severity, position } of convert(page).diagnostics)
      if (Number(severity) <= 2) faults.push(`${sourceOf(page).replace(`${ROOT}/`, '')} at ${position.start}: ${message}`)
  return { files: program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/')).length, faults }
}

if (import.meta.filename === process.argv[1]) {
  const { files, faults } = checkTypes(join(ROOT, 'tsconfig.json'), join(ROOT, 'node_modules/.cache/types.tsbuildinfo'))
  process.stdout.write(`${faults.map((fault) => `${fault}\n`).join('')}${files} files, ${faults.length} faults of types\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}
