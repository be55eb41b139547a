import type { Config } from '#server/config.ts'

/** Where the pictures of the map come from, besides this house. */
const tileOrigin = ({ TILE_URL }: Config): string => {
  const [origin] = /^https?:\/\/[^/]+/.exec(TILE_URL ?? '') ?? []
  return origin ? ` ${origin.replace('{s}', '*')}` : ''
}

/** What of the Content-Security-Policy depends on the installation. */
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

/** Headers of every answer. */
export const commonHeaders = (config: Config): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(config.SITE_URL.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {})
})

/** Policy for the small pages that the server writes itself: no script at all. */
export const htmlPolicy = (config: Config): string =>
  `default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none'; style-src 'self'; ${policyOf(config)}`
