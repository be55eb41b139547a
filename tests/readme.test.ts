import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ROOT, sourcesOf } from './support/sources.ts'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const files = ['README.md', ...globSync('src/**/README.md', { cwd: ROOT })]
const texts = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))

const section = (title: string): string => readme.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
/** What stands between backticks, blocks of code left out. */
const codeOf = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

/** Whether a path exists; `<noun>`, `…` and `*` stand for any name, and brackets for themselves. */
const isThere = (path: string): boolean => {
  if (existsSync(join(ROOT, path))) return true
  const pattern = path
    .replaceAll('[', '\\[')
    .replaceAll(']', '\\]')
    .replace(/<[^>]+>/g, '*')
  return pattern.includes('*') && globSync(pattern, { cwd: ROOT }).length > 0
}

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''))

/** Names of the tree: a line's indentation says what folder it stands in; text begins after two spaces. */
const treeOf = (text: string): string[] => {
  const parents: [indent: number, path: string][] = []
  return text.split('\n').flatMap((line) => {
    const found = /^( {4,})((?:[\w.-]+\/? )*[\w.-]+\/?)(?: {2,}|$)/.exec(line)
    if (!found) return []
    const indent = found[1]?.length ?? 0
    while ((parents.at(-1)?.[0] ?? -1) >= indent) parents.pop()
    const names = (found[2] ?? '').split(' ').map((name) => (parents.at(-1)?.[1] ?? '') + name)
    parents.push([indent, names.at(-1) ?? ''])
    return names
  })
}

describe('README', () => {
  test('names no path that is not there', () => {
    const named = [...texts].flatMap(([file, text]) =>
      codeOf(text)
        .filter((code) => /^(?:src|tests|content|public|\.ci|\.readme)\/[^\s]*$/.test(code))
        .map((path) => ({ file, path }))
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ path }) => !isThere(path))).toEqual([])
  })

  test('draws the tree as it is', () => {
    const tree = treeOf(section('Source tree').split('pages -> islands')[0] ?? '')
    expect(tree.length).toBeGreaterThan(25)
    expect(tree.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    const drawn = new Set(tree.map((path) => path.replace(/\/$/, '')))
    const folders = ['src', 'src/server'].flatMap((parent) =>
      globSync(`${parent}/*/`, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/').replace(/\/$/, ''))
    )
    expect(folders.filter((folder) => !drawn.has(folder))).toEqual([])
  })

  test('names every npm command, and none that is not there', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    const written = [...texts.values()].flatMap((text) => [...codeOf(text), ...(text.match(/^ {4}npm .+$/gm) ?? [])])
    const commands = written.flatMap((code) => /^\s*npm (?:run )?([a-z][\w:-]*)/.exec(code)?.[1] ?? []).filter((name) => name !== 'ci')
    expect(commands).toContain('start')
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    const table = codeOf(section('Commands')).flatMap((code) => /^npm (?:run )?([\w:-]+)/.exec(code)?.[1] ?? [])
    expect(Object.keys(scripts).filter((name) => !table.includes(name))).toEqual([])
  })

  test('has every environment variable of the configuration in its table, and no other', () => {
    const read = sourcesOf('src/server')
      .filter(({ path }) => /^src\/server\/config(?:-[\w-]+)?\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1] ?? ''))
    expect(read).toEqual(expect.arrayContaining(['PORT', 'DATABASE_MIGRATE', 'SMTP_URL', 'APPLE_KEY_ID', 'GEO_URL']))
    const rows = section('Configuration')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((row) => codeOf(row.split(' | ')[0] ?? ''))
    expect([...new Set(listed)].toSorted()).toEqual([...new Set(read)].toSorted())
    expect(listed.length, 'each stands once').toBe(new Set(listed).size)
  })

  test('leads to files and headings that are there', () => {
    const broken = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap((match) => {
        const link = match[1] ?? ''
        if (/^https?:/.test(link)) return []
        const [path = '', anchor] = link.split('#')
        const target = path ? relative(ROOT, join(ROOT, dirname(file), path)) : file
        if (!existsSync(join(ROOT, target))) return [`${file}: ${link}`]
        return anchor === undefined || anchorsOf(readFileSync(join(ROOT, target), 'utf8')).includes(anchor) ? [] : [`${file}: ${link}`]
      })
    )
    expect(broken).toEqual([])
  })

  test('opens with a picture of a phone and a desk that loads quickly', async () => {
    const picture = join(ROOT, '.readme/shop.webp')
    expect(readme.slice(0, readme.indexOf('\n## '))).toContain('(.readme/shop.webp)')
    expect((await sharp(picture).metadata()).width).toBeGreaterThan(375 + 1260)
    expect(statSync(picture).size).toBeLessThan(150_000)
  })

  test('explains its words in at most 40 lines', () => {
    const words = section('Glossary').split('\n').filter(Boolean)
    expect(words.length).toBeGreaterThan(20)
    expect(words.length).toBeLessThanOrEqual(40)
  })
})
