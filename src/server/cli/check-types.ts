import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { convertToTsx, type ConvertToTsxResult } from '@astrojs/astro2tsx'
import { ROOT } from './root.ts'
import { bin } from './steps.ts'

// One run of the native compiler for .ts, .tsx and .astro. It reads files only, so each `Card.astro` is written as `Card.astro.tsx` to a tree of
// generated files, which `rootDirs` lays over the sources: relative imports resolve as if both stood side by side.

/** Errors about what Astro allows in a page: a return at the top level, duplicate attributes, a file without imports. */
const ALLOWED_IN_ASTRO = new Set([1108, 1208, 17001])
/** Severities of the converter up to a warning. */
const MAX_SEVERITY = 2

const ASTRO_IMPORT = /((?:from|import)\s*\(?\s*['"])([^'"]+\.astro)(?=['"])/g
/** Imports of a page name its generated file; an alias becomes a path, since the package's aliases know the sources alone. */
const withGeneratedImports = (code: string, from: string, aliases: Record<string, string>): string =>
  code.replace(ASTRO_IMPORT, (_, start: string, specifier: string) => {
    const [alias = '', ...rest] = specifier.split('/')
    const folder = aliases[`${alias}/*`]
    const path = folder ? join(folder.slice(0, -1), ...rest) : join(dirname(from), specifier)
    const target = relative(dirname(from), path)
    return `${start}${target.startsWith('.') ? target : `./${target}`}.tsx`
  })

/** Writes only what changed, so that the compiler's incremental state stays valid. */
const writeChanged = (path: string, text: string): void => {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Returns `line:column`, both from 1, of an offset. */
const positionAt = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split('\n')
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}
const offsetAt = (text: string, line: number, column: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, column - 1)

interface Page {
  source: string
  converted: ConvertToTsxResult
}
/** Returns the position in a page of one in its generated file. */
const positionInPage = ({ source, converted: { code, mappings } }: Page, line: number, column: number): string => {
  const start = offsetAt(code, line, column)
  const mapping = mappings.find(([from, length]) => from <= start && start < from + Math.max(length, 1))
  return positionAt(source, mapping ? mapping[2] + Math.min(start - mapping[0], mapping[3]) : 0)
}

export interface TypeCheck {
  /** Number of checked files, without packages. */
  files: number
  faults: string[]
}

/** Checks the types of the project in the folder `root`; generated files and the incremental state stay in its `.astro/types`. */
export const checkTypes = (root: string): TypeCheck => {
  const generated = join(root, '.astro/types')
  const { imports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports?: Record<string, string> }
  const faults: string[] = []
  const pages = new Map<string, Page>()
  const written = new Set<string>()
  for (const path of globSync('src/**/*.astro', { cwd: root })) {
    const source = readFileSync(join(root, path), 'utf8')
    const converted = convertToTsx(source, { filename: join(root, path) })
    pages.set(`${path}.tsx`, { source, converted })
    const scripts = converted.scripts.flatMap(({ type, content }, index) =>
      (type as string) === 'processed-module' ? [[`${path}.script${index}.mts`, content] as const] : []
    )
    for (const [name, code] of [[`${path}.tsx`, converted.code] as const, ...scripts]) {
      writeChanged(join(generated, name), withGeneratedImports(code, name, imports))
      written.add(name)
    }
    for (const { message, severity, position } of converted.diagnostics)
      if (Number(severity) <= MAX_SEVERITY) faults.push(`${path}:${positionAt(source, position.start)} ${message}`)
  }
  for (const name of globSync('src/**/*.{tsx,mts}', { cwd: generated })) if (!written.has(name)) rmSync(join(generated, name))
  const astro = join(ROOT, 'node_modules/astro')
  writeChanged(
    join(generated, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: {
        rootDirs: ['../..', '.'],
        incremental: true,
        tsBuildInfoFile: join(root, 'node_modules/.cache/types-native.tsbuildinfo')
      },
      include: ['../types.d.ts', '../../src', '../../tests', '../../astro.config.mjs', 'src'],
      files: ['env.d.ts', 'astro-jsx.d.ts'].map((name) => join(astro, name))
    })
  )
  // Another step runs beside it, and several checkers repeat a part of each other's work.
  const args = [bin('typescript-native'), '-p', join(generated, 'tsconfig.json'), '--pretty', 'false', '--listFiles', '--checkers', '1']
  const { stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (error) throw error
  const lines = `${stdout}${stderr}`.split('\n')
  for (const line of lines) {
    const [, file = '', row = '', column = '', number = '', message = ''] =
      /^(.*?)(?:\((\d+),(\d+)\))?(?:: )?error TS(\d+): (.*)$/.exec(line) ?? []
    if (!number) continue
    const name = file && relative(generated, join(root, file))
    const page = pages.get(name)
    if (page && ALLOWED_IN_ASTRO.has(Number(number))) continue
    const where = page
      ? `${name.slice(0, -'.tsx'.length)}:${positionInPage(page, Number(row), Number(column))} `
      : file && `${file}:${row}:${column} `
    faults.push(`${where}TS${number}: ${message}`)
  }
  return { files: lines.filter((line) => line.startsWith(`${root}/`) && !line.includes('/node_modules/')).length, faults }
}

if (import.meta.filename === process.argv[1]) {
  const { files, faults } = checkTypes(ROOT)
  process.stdout.write(`${faults.map((fault) => `${fault}\n`).join('')}${files} files, ${faults.length} faults of types\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}
