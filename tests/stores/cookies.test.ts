import { afterEach, expect, test, vi } from 'vitest'
import { documentCookies } from '#client/cookies.ts'

afterEach(() => vi.unstubAllGlobals())

test('a cookie is read back once it is written, so that a navigation that follows at once is sent with it', () => {
  const done: string[] = []
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', {
    get cookie() {
      done.push('read')
      return ''
    },
    set cookie(text: string) {
      done.push(text)
    }
  })
  documentCookies.write('city', 'gyumri', 60)
  expect(done).toEqual(['city=gyumri; Path=/; Max-Age=60; SameSite=Lax', 'read'])
})
