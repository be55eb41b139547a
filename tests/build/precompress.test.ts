import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { compressFiles } from '#build/precompress.ts'

const folders: string[] = []
const folderOf = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'shuka-compress-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const LONG = `export const words = [${Array.from({ length: 200 }, (_, at) => `'word ${at}'`).join(', ')}]\n`

test('scripts are minified again, long texts compressed both ways, pictures left', async () => {
  const folder = folderOf({
    'long.js': LONG,
    'short.js': 'export const a = 1 + 1\n',
    'long.css': 'a { color: red }\n'.repeat(60),
    'p.webp': LONG
  })
  await compressFiles(folder)
  expect(readdirSync(folder).sort()).toEqual([
    'long.css',
    'long.css.br',
    'long.css.gz',
    'long.js',
    'long.js.br',
    'long.js.gz',
    'p.webp',
    'short.js'
  ])
  const script = readFileSync(join(folder, 'long.js'))
  expect(script.length).toBeLessThan(LONG.length)
  expect(brotliDecompressSync(readFileSync(join(folder, 'long.js.br')))).toEqual(script)
  expect(gunzipSync(readFileSync(join(folder, 'long.js.gz')))).toEqual(script)
})

test('a build without a script to make smaller fails', async () => {
  await expect(compressFiles(folderOf({ 'index.html': '<p>', 'small.js': 'export{}' }))).rejects.toThrow('no script in')
})

test('a script that cannot be read fails', async () => {
  await expect(compressFiles(folderOf({ 'broken.js': 'export const = ' }))).rejects.toThrow()
})
