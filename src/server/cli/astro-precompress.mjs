import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minify } from 'terser'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const TEXT = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/
/** Below this a compressed answer saves nothing. */
const SMALLEST = 600

/** A script that the build has minified, a fortieth smaller again. */
const tightened = async (path, content) => {
  const { code } = await minify(content.toString(), { module: true, ecma: 2022, compress: { passes: 3 } })
  if (code.length >= content.length) return content
  await writeFile(path, code)
  return Buffer.from(code)
}

/** Compresses text files of a build once, as well as it can be done, beside the originals. */
export const precompress = () => ({
  name: 'precompress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && TEXT.test(entry.name))
          .map(async (entry) => {
            const path = join(entry.parentPath, entry.name)
            const built = await readFile(path)
            const content = path.endsWith('.js') ? await tightened(path, built) : built
            if (content.length < SMALLEST) return
            const [br, gz] = await Promise.all([
              brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
              gzipped(content, { level: 9 })
            ])
            await writeFile(`${path}.br`, br)
            await writeFile(`${path}.gz`, gz)
          })
      )
    }
  }
})
