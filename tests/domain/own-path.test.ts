import { expect, test } from 'vitest'
import { ownPath } from '#domain/text/own-path.ts'

test.each(['/', '/checkout', '/ru/account/orders?from=login&x=//y', '/search?term=%D5%B0#top', '/a:b'])('%s is our own', (path) => {
  expect(ownPath(path)).toBe(path)
  expect(new URL(path, 'https://shuka.test').origin).toBe('https://shuka.test')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  ' /checkout',
  'checkout',
  '/ok\\evil',
  `/${'a'.repeat(2_001)}`,
  '',
  null,
  undefined
])('%j leads nowhere', (path) => expect(ownPath(path)).toBeNull())
