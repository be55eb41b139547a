import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { PageFragments, placeholderOf } from '#server/front/page-fragments.ts'
import { createPolicyWriter } from '#server/front/policy.ts'

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

describe('held parts of a page', () => {
  test('come back in their places, in any order, whatever their letters and length', () => {
    const parts = new PageFragments()
    const texts = ['բարև', 'x'.repeat(700_000), '', 'привет $& <!-- -->']
    const marks = texts.map((text) => parts.hold([text]))
    const page = `<p>${marks[3]}</p>${marks[0]}${marks[1]}<i>${marks[2]}</i>`
    expect(parts.fill(Buffer.from(page)).toString()).toBe(`<p>${texts[3]}</p>${texts[0]}${texts[1]}<i></i>`)
  })

  test('a page without any is left as it is', () => {
    const page = Buffer.from('<p>')
    expect(new PageFragments().fill(page)).toBe(page)
  })

  test('a part under a name is written once for all pages, and parts of the page stand beside it', async () => {
    const kept = new Map([['style0', Buffer.from('b{}')]])
    let written = 0
    const write = (): Promise<string> => Promise.resolve(`<i>Ուղարկել ${(written += 1)}</i>`)
    for (const own of ['ա', 'б']) {
      const parts = new PageFragments(kept)
      const page = `${placeholderOf('style0')}${parts.hold([own, own])}${await parts.keep('hy footer', write)}`
      expect(parts.fill(Buffer.from(page)).toString()).toBe(`b{}${own}${own}<i>Ուղարկել 1</i>`)
    }
  })

  test('a mark that stands for nothing is a fault, not a page', () => {
    const parts = new PageFragments()
    parts.hold(['x'])
    expect(() => parts.fill(Buffer.from('<!--held:5-->'))).toThrow('stands for nothing')
  })
})

describe('the policy of a page', () => {
  const build = {
    directives: ["default-src 'self'"],
    scriptHashes: [hashOf('own()'), hashOf('other()')],
    styleHashes: [hashOf('a{}'), hashOf('b{}')],
    marked: new Map([[hashOf('<!--held:style0-->'), hashOf('b{}')]])
  }
  const write = createPolicyWriter(build, readConfig({ LOG: 'silent' }))

  test('names the hashes of what the page holds, once, and no other', () => {
    const policy = write(Buffer.from('<style>a{}</style><style>a{}</style><script>own()</script><script src="/x.js"></script>'))
    expect(policy).toContain(`script-src 'self' '${hashOf('own()')}';`)
    expect(policy).toContain(`style-src 'self' '${hashOf('a{}')}';`)
    expect(policy).not.toContain(hashOf('b{}'))
    expect(policy).toContain("default-src 'self'; ")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test.each([
    '<input value="<style">',
    "<input value='a>b<script'>",
    '<input value = "<style>">',
    '<p>1 < 2</p>',
    '<!-- <style> -->',
    '<a title=it\'s href="/">'
  ])('finds styles and scripts behind %j', (before) => {
    const policy = write(Buffer.from(`${before}<style media="print">a{}</style><script>own()</script>`))
    expect(policy).toContain(`style-src 'self' '${hashOf('a{}')}';`)
    expect(policy).toContain(`script-src 'self' '${hashOf('own()')}';`)
  })

  test('trusts no script that stands in an attribute', () => {
    expect(write(Buffer.from('<input value="<script>own()</script>">'))).not.toContain(hashOf('own()'))
  })

  test('knows a style by the mark that stands for it', () => {
    expect(write(Buffer.from(`<style>${placeholderOf('style0')}</style>`))).toContain(`style-src 'self' '${hashOf('b{}')}';`)
  })

  test('vouches for nothing that the build did not write', () => {
    const policy = write(Buffer.from('<script>alert(document.cookie)</script><style>*{display:none}</style>'))
    expect(policy).toContain("script-src 'self'; style-src 'self'; ")
  })
})
