import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { Cache } from '#server/cache.ts'
import { readConfig } from '#server/config.ts'
import { hashPassword, isPasswordOf } from '#server/services/auth/passwords/password.ts'
import { ServiceError } from '#server/services/core/fail.ts'

const ctx = { config: readConfig({}), cache: new Cache() }

test('more passwords than can be hashed soon are turned away, and the rest are hashed', async () => {
  const results = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => hashPassword(ctx, `Ararat-${i}`)))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(200 - 64 - Math.max(1, availableParallelism() - 1))
  for (const result of refused) {
    expect(result.status === 'rejected' && result.reason instanceof ServiceError && result.reason.type).toBe('NOT_READY')
  }
})

test('a hash knows its password, and nobody has none', async () => {
  const hash = await hashPassword(ctx, 'Ararat-5165')
  expect(hash).not.toBe(await hashPassword(ctx, 'Ararat-5165'))
  expect(await isPasswordOf(ctx, hash, 'Ararat-5165')).toBe(true)
  expect(await isPasswordOf(ctx, hash, 'Ararat-5166')).toBe(false)
  expect(await isPasswordOf(ctx, null, 'Ararat-5165')).toBe(false)
})
