import type { Config } from '#server/config.ts'

/** Origin of the map tiles as a CSP source, '' when they are served from here. */
const tileOrigin = ({ TILE_URL }: Config): string => {
  const [origin] = /^https?:\/\/[^/]+/.exec(TILE_URL ?? '') ?? []
  return origin ? ` ${origin.replace('{s}', '*')}` : ''
}

/** Returns the directives of the Content-Security-Policy that depend on the configuration. */
export const policyOf = (config: Config): string => {
  const banks = config.BANK_ORIGINS.length > 0 ? ` ${config.BANK_ORIGINS.join(' ')}` : ''
  return [
    `connect-src 'self'`,
    `img-src 'self' data:${tileOrigin(config)}`,
    `form-action 'self'${banks}`,
    `frame-ancestors 'none'`,
    ...(config.SITE_URL.startsWith('https:') ? ['upgrade-insecure-requests'] : [])
  ].join('; ')
}

/** `Retry-After` of an answer 503 for a database that is away: it is mostly back within seconds. */
export const RETRY_AFTER_SECONDS = '3'

/** Headers of every response. */
export const commonHeaders = (config: Config): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(config.SITE_URL.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {})
})

/** Policy of HTML pages that the server writes itself (outbox, simulators): no scripts. */
export const htmlPolicy = (config: Config): string =>
  `default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none'; style-src 'self'; ${policyOf(config)}`
