import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroConfig } from 'astro'

/** Writes a text that only the end of a build knows into the built pages, in place of its mark. Rejects when no page has the mark. */
export const inServerPages = async (config: AstroConfig, placeholder: string, text: string): Promise<void> => {
  const folder = fileURLToPath(config.build.server)
  let written = 0
  for (const name of (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.mjs'))) {
    const page = await readFile(join(folder, name), 'utf8')
    if (!page.includes(placeholder)) continue
    await writeFile(join(folder, name), page.replaceAll(placeholder, text))
    written += 1
  }
  if (written === 0) throw new Error(`no page asks for ${placeholder}`)
}
