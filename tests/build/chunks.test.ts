import { expect, test } from 'vitest'
import { missingFrom } from '#build/chunk-groups.ts'
import { writeList } from '#build/chunks.ts'

test('a group that names what no browser gets is heard of', () => {
  const groups = [
    { name: 'basket', modules: ['src/stores/baskets/basket.ts', 'src/stores/moved-away.ts'] },
    { name: 'valibot', modules: ['node_modules/valibot/'] }
  ]
  const ids = ['/shop/src/stores/baskets/basket.ts', '/shop/node_modules/valibot/dist/index.mjs']
  expect(missingFrom(groups, ids)).toEqual(['src/stores/moved-away.ts (of "basket")'])
  expect(missingFrom(groups.slice(1), ids.slice(0, 1))).toEqual(['node_modules/valibot/ (of "valibot")'])
})

test('a preload of what no script holds fails the build', () => {
  expect(() => writeList({})).toThrow('no script holds Frame.astro')
})
