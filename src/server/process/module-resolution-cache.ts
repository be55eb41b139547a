import { registerHooks, type ResolveFnOutput } from 'node:module'

const SOURCES = new URL('../../', import.meta.url).href
/** A package of many small files; Node reads its large manifest for each of them, which took a third of the start. */
const LARGE_PACKAGE = new URL('../../../node_modules/drizzle-orm/', import.meta.url).href

/**
 * Installs a resolve hook that skips Node's lookups: imports among own modules, and inside LARGE_PACKAGE, name the exact file, and a
 * package resolves to the same file for all own modules.
 */
export const cacheModuleResolution = (): void => {
  const packages = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = '' } = context
      if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.startsWith(LARGE_PACKAGE))
        return resolution(specifier, parentURL, 'module')
      if (!parentURL.startsWith(SOURCES)) return next(specifier, context)
      if (specifier.endsWith('.ts')) {
        if (specifier.startsWith('#')) return resolution(specifier.slice(1), SOURCES, 'module-typescript')
        if (specifier.startsWith('.')) return resolution(specifier, parentURL, 'module-typescript')
      }
      const cached = packages.get(specifier)
      if (cached) return { ...cached, shortCircuit: true }
      const resolved = next(specifier, context)
      if (/^[@a-z]/.test(specifier)) packages.set(specifier, resolved)
      return resolved
    }
  })
}

const resolution = (specifier: string, base: string, format: string) => ({ url: new URL(specifier, base).href, format, shortCircuit: true })
