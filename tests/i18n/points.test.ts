import { expect, test } from 'vitest'
import { getTranslator } from '#i18n/translate.ts'
import { pointsVariables } from '#islands/wallet/points-words.ts'

test.each([
  ['en', ['1 point', '1.5 points', '−1 point', '2 points']],
  ['ru', ['1 балл', '1,5 балла', '−1 балл', '2 балла', '5 баллов', '5,5 балла', '21 балл', '21,5 балла']],
  ['hy', ['1 միավոր', '1,5 միավոր', '12 միավոր']]
] as const)('points are counted in whole and in part (%s)', (locale, texts) => {
  const words = (points: number): string => getTranslator(locale)('wallet:points', pointsVariables(points, locale))
  const numbers = texts.map((text) => Number(text.split(' ')[0]?.replace(',', '.').replace('−', '-')))
  expect(numbers.map(words)).toEqual(texts)
})
