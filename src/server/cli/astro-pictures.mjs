import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { createReadStream, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const manifest = require.resolve('@lobehub/fluent-emoji-3d/package.json')
const assets = join(dirname(manifest), 'assets')
const base = `/pictures/${require(manifest).version}`
const SKIN = /-1f3f[b-f]/
/** The package spells some names with the variation selector and some without; ours never have it. */
const published = (name) => name.replaceAll('-fe0f', '')

/** Emoji pictures of the demo market, taken from their package: copied to the client folder by a build, served in place in development. */
export const pictures = () => ({
  name: 'pictures',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use(base, (req, res, next) => {
        const name = /^\/([0-9a-f-]+)\.webp$/.exec(req.url ?? '')?.[1]
        const file = name && [name, `${name}-fe0f`, name.replace('-', '-fe0f-')].map((n) => join(assets, `${n}.webp`)).find(existsSync)
        if (!file) return next()
        res.setHeader('Content-Type', 'image/webp')
        createReadStream(file).pipe(res)
      })
    },
    'astro:build:done': async ({ dir }) => {
      const target = join(fileURLToPath(dir), base)
      await mkdir(target, { recursive: true })
      const names = (await readdir(assets)).filter((name) => name.endsWith('.webp') && !SKIN.test(name))
      await Promise.all(names.map((name) => copyFile(join(assets, name), join(target, published(name)))))
    }
  }
})
