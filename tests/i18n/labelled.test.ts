import { expect, test } from 'vitest'
import { labelled } from '#i18n/labelled.ts'
import { sourcesOf } from '#tests/support/sources.ts'

test('a label before its value has the sign of the language', () => {
  expect([labelled('Կհասնի', 'hy'), labelled('Arrives', 'en'), labelled('Приедет', 'ru')]).toEqual(['Կհասնի՝', 'Arrives:', 'Приедет:'])
})

test('no page and no island writes that sign itself', () => {
  const own = ['components', 'islands', 'pages', 'layouts']
    .flatMap((folder) => sourcesOf(`src/${folder}`))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /\bt\([^{}]*\)\}:/.test(line))
        .map((line) => `${path}: ${line.trim()}`)
    )
  expect(own).toEqual([])
})
