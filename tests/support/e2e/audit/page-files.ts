import { globSync } from 'node:fs'
import { join } from 'node:path'

const PAGES = join(import.meta.dirname, '../../../../src/pages/[...locale]')

/** The addresses that the files of `src/pages` answer, without a language; what is in brackets is any one word. */
export const fileRoutes = (): string[] =>
  globSync('**/*.astro', { cwd: PAGES }).map((file) =>
    `/${file.replace(/\.astro$/, '').replace(/(^|\/)index$/, '')}`.replace(/(.)\/$/, '$1')
  )

/** Whether this file answers this path. */
export const answers = (route: string, path: string): boolean => {
  const bare = path.replace(/[?#].*$/, '')
  return new RegExp(`^${route.replace(/\[[^\]]+\]/g, '[^/]+')}$`).test(bare)
}
