import { describe, expect, test } from 'vitest'
import type { ProductCard } from '#contract/catalogue/calls.ts'
import { productCards } from '#components/products/product-cards.ts'
import { getTranslator } from '#i18n/translate.ts'

const product: ProductCard = {
  id: 7,
  code: 'A',
  name: 'Pizza <img onerror=alert(1)> "M" & \'L\'',
  picture: '/pictures/a"b.webp',
  basePrice: 1000,
  price: 1000,
  discount: 0,
  unitId: 1,
  minimumPurchase: 1,
  stock: null,
  labels: [],
  adult: false,
  hasOptions: false,
  departmentId: 3,
  supplier: { id: 1, name: 'Shop <script>', alias: 'shop', kind: 'store', hue: 40 }
}
const cards = (changes: Partial<ProductCard> = {}, withSupplier = false): string =>
  productCards([{ ...product, ...changes }], { locale: 'en', t: getTranslator('en'), withSupplier }).join('')

describe('a product card', () => {
  test('nobody’s text is HTML', () => {
    const html = cards({}, true)
    expect(html).toContain('>Pizza &lt;img onerror=alert(1)&gt; &#34;M&#34; &amp; &#39;L&#39;</a>')
    expect(html).toContain('aria-label="Add to basket: Pizza &lt;img onerror=alert(1)&gt; &#34;M&#34; &amp; &#39;L&#39;"')
    expect(html).toContain('src="/pictures/a&#34;b.webp"')
    expect(html).toContain('Shop &lt;script&gt;')
    expect(html).not.toMatch(/<(img onerror|script)/)
  })

  test('the name and picture of goods for adults are not in it', () => {
    const html = cards({ adult: true, name: 'Cognac', picture: '🥃' })
    expect(html).not.toMatch(/Cognac|1f943/)
    expect(html).toContain(' data-adult>')
  })

  test('a list says that the seller is closed, and when it opens, before anything is added', () => {
    const options = { locale: 'en', t: getTranslator('en'), withSupplier: true } as const
    const closed = new Map([[1, 'Opens at 10:00']])
    expect(productCards([product], { ...options, closed }).join('')).toContain('Shop &lt;script&gt; · Opens at 10:00')
    expect(productCards([product], { ...options, closed: new Map([[2, 'Opens at 10:00']]) }).join('')).not.toContain('Opens')
  })

  test('sold out: no button, and it says so', () => {
    const html = cards({ stock: 0 })
    expect(html).toContain('class="product product-gone"')
    expect(html).toContain(' data-stock="0"')
    expect(html).not.toContain('data-add')
  })

  test('a discount stands on the picture and beside the old price', () => {
    const html = cards({ price: 800, discount: 20, labels: ['sale', 'new'] })
    expect(html.match(/class="badge[^>]*>([^<]*)/g)).toHaveLength(2)
    expect(html).toMatch(/<b>800\u00a0֏<\/b> <s><span class="hidden-visually">[^<]+ <\/span>1\u00a0000\u00a0֏<\/s>/)
  })

  test('weighed goods are priced by the kilogram, in their own steps', () => {
    const html = cards({ unitId: 2, minimumPurchase: 30 })
    expect(html).toContain('<span class="price-unit"> / kg</span>')
    expect(html).toContain('data-min="30" data-step="10" data-unit="2"')
  })

  test('only pictures seen at once do not wait', () => {
    const options = { locale: 'en', t: getTranslator('en') } as const
    expect(productCards([product], options).join('')).toContain('loading="lazy"')
    expect(productCards([product], { ...options, isEager: () => true }).join('')).not.toContain('loading=')
  })
})
