import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroConfig } from 'astro'

/** Replaces a placeholder in the built pages by a text known only at the end of the build. Rejects when no page has it. */
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
