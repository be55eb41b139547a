import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeHtml } from '#domain/text/escape-html.ts'
import { sourcesOf } from '../support/sources.ts'

it('leaves no sign that ends an element or an attribute in either quotes', () => {
  expect(escapeHtml(`<a title="b" id='c'>&amp;</a>`)).toBe('&lt;a title=&#34;b&#34; id=&#39;c&#39;&gt;&amp;amp;&lt;/a&gt;')
  expect(escapeHtml('Շուկա 24')).toBe('Շուկա 24')
})

it('gives the text back when a parser reads it', () => {
  const read = (html: string): string =>
    html.replace(/&(?:#(\d+)|(\w+));/g, (_all, code?: string, name?: string) =>
      code ? String.fromCodePoint(Number(code)) : ({ amp: '&', lt: '<', gt: '>' }[name ?? ''] ?? '')
    )
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", '#', ';', 'amp', 'ա') }),
      (text) => read(escapeHtml(text)) === text
    )
  )
})

it('is the only one of its kind', () => {
  const own = [...sourcesOf('src'), ...sourcesOf('tests/speed')].filter(({ text }) => /'&(lt|#60);'|`&#\$\{/.test(text))
  expect(own.map(({ path }) => path)).toEqual(['src/domain/text/escape-html.ts', 'tests/speed/readme-table.ts'])
})
