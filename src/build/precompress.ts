import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { minify } from 'terser'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const TEXT = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/
/** Smaller files are not compressed. */
const MIN_BYTES = 600

/** Minifies a script again with terser, which saves another 2.5 %. */
const minifyAgain = async (path: string, content: Buffer): Promise<Buffer> => {
  const { code } = await minify(content.toString(), { module: true, ecma: 2022, compress: { passes: 3 } })
  if (code === undefined) throw new Error(`terser made nothing of ${path}`)
  if (code.length >= content.length) return content
  await writeFile(path, code)
  return Buffer.from(code)
}

/**
 * Compresses the text files of a folder at maximum quality, beside the originals; scripts are minified again first. Rejects when no script
 * got smaller, because then the build has changed.
 */
export const compressFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let smaller = 0
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && TEXT.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const built = await readFile(path)
        const content = path.endsWith('.js') ? await minifyAgain(path, built) : built
        if (content !== built) smaller += 1
        if (content.length < MIN_BYTES) return
        const [br, gz] = await Promise.all([
          brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
          gzipped(content, { level: 9 })
        ])
        await writeFile(`${path}.br`, br)
        await writeFile(`${path}.gz`, gz)
      })
  )
  if (smaller === 0) throw new Error(`no script in ${folder} could be made smaller`)
}

export const precompress = (): AstroIntegration => ({
  name: 'precompress',
  hooks: {
    'astro:build:done': ({ dir }) => compressFiles(fileURLToPath(dir))
  }
})
