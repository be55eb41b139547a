import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { policyOf } from '#server/front/headers.ts'

const images = (env: Record<string, string>): string | undefined =>
  policyOf(readConfig(env))
    .split('; ')
    .find((directive) => directive.startsWith('img-src'))

test.each([
  [{}, "img-src 'self' data:"],
  [{ TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png', TILE_ATTRIBUTION: 'X' }, "img-src 'self' data: https://tiles.example"],
  [
    { TILE_URL: 'https://{s}.tiles.example:8080/{z}/{x}/{y}.png?k=1', TILE_ATTRIBUTION: 'X' },
    "img-src 'self' data: https://*.tiles.example:8080"
  ]
])('pictures of the map may come from where they are configured to: %o', (env, policy) => expect(images(env)).toBe(policy))
