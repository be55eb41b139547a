import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createReadStream, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AstroConfig, AstroIntegration } from 'astro'
import sharp from 'sharp'
import { PICTURES_BASE as base } from '#domain/pictures.ts'
import { createDevelopmentPictures, startDrawing } from './drawn-pictures/drawn-pictures.ts'
import { inServerPages } from './server-pages.ts'

const require = createRequire(import.meta.url)
const manifest = require.resolve('@lobehub/fluent-emoji-3d/package.json')
const assets = join(dirname(manifest), 'assets')
const { version } = require(manifest) as { version: string }
const SKIN = /-1f3f[b-f]/
/** Removes the variation selector, which some names of the package have. */
const published = (name: string): string => name.replaceAll('-fe0f', '')

/** Widths of additional small pictures of emoji used in content and source, cached across builds. */
const WIDTHS = [96, 192]
const WEBP = { quality: 78, alphaQuality: 80, effort: 2 }
const CACHE = `node_modules/.cache/pictures/${version}-${WEBP.quality}`
const EMOJI = /\p{Extended_Pictographic}(?:\u{fe0f}|[\u{1f3fb}-\u{1f3ff}]|\u{200d}\p{Extended_Pictographic})*|[\u{1f1e6}-\u{1f1ff}]{2}/gu
const TEXT = /\.(csv|yaml|md|ts|tsx|astro)$/

/** Returns the names of pictures for the emoji in the texts of a folder. */
const shownIn = async (folder: string): Promise<Set<string>> => {
  const names = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    for (const [sign] of (await readFile(join(entry.parentPath, entry.name), 'utf8')).matchAll(EMOJI)) {
      const points = Array.from(sign, (part) => (part.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
      names.add(points.filter((point) => point !== 'fe0f' && !SKIN.test(`-${point}`)).join('-'))
    }
  }
  return names
}

const shrink = async (root: string, source: string, target: string, name: string, width: number): Promise<void> => {
  const cached = join(root, CACHE, String(width), name)
  if (!existsSync(cached)) {
    const small = await sharp(source).resize(width, width).webp(WEBP).toBuffer()
    await mkdir(dirname(cached), { recursive: true })
    await writeFile(cached, small)
  }
  await copyFile(cached, join(target, String(width), name))
}

/** Emoji pictures from their package and composed ones: put into the client folder by a build, served directly in development. */
export const pictures = (): AstroIntegration => {
  let config: AstroConfig
  let drawing: ReturnType<typeof startDrawing> | undefined
  return {
    name: 'pictures',
    hooks: {
      'astro:config:done': ({ config: resolved }) => {
        config = resolved
      },
      'astro:build:start': () => {
        drawing = startDrawing(fileURLToPath(config.root))
      },
      'astro:server:setup': ({ server }) => {
        const draw = createDevelopmentPictures(fileURLToPath(config.root))
        server.middlewares.use(base, (req, res) => {
          const name = /^\/([0-9a-f-]+)\.webp$/.exec(req.url ?? '')?.[1]
          const file = name && [name, `${name}-fe0f`, name.replace('-', '-fe0f-')].map((n) => join(assets, `${n}.webp`)).find(existsSync)
          if (file) {
            res.setHeader('Content-Type', 'image/webp')
            createReadStream(file).pipe(res)
            return
          }
          const drawn = /^\/([^/]+)\.webp$/.exec(req.url ?? '')?.[1] ?? ''
          void draw(drawn).then((picture) => {
            res.statusCode = picture ? 200 : 404
            res.setHeader('Content-Type', 'image/webp').end(picture ?? undefined)
          })
        })
      },
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(config.root)
        const target = join(fileURLToPath(dir), base)
        for (const width of WIDTHS) await mkdir(join(target, String(width)), { recursive: true })
        const names = (await readdir(assets)).filter((name) => name.endsWith('.webp') && !SKIN.test(name))
        await Promise.all(names.map((name) => copyFile(join(assets, name), join(target, published(name)))))
        const shown = new Set([...(await shownIn(join(root, 'content'))), ...(await shownIn(join(root, 'src')))])
        const smaller = names.filter((name) => shown.has(published(name).slice(0, -'.webp'.length)))
        await Promise.all(
          smaller.flatMap((name) => WIDTHS.map((width) => shrink(root, join(assets, name), target, published(name), width)))
        )
        await inServerPages(config, '@@covers@@', (await drawing?.copyTo(target)) ?? '')
        await inServerPages(config, '@@pictures@@', smaller.map((name) => published(name).slice(0, -'.webp'.length)).join(' '))
      }
    }
  }
}
