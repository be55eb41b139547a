/** Address of a script that is bundled whole, with what it needs. */
const PRODUCT_OPTIONS = import.meta.glob<string>('./product-options.ts', { query: '?worker&url', import: 'default', eager: true })

/** Only goods with options have a choice to follow. */
if (document.querySelector('[data-options-form] [data-min]')) {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = PRODUCT_OPTIONS['./product-options.ts'] ?? ''
  document.head.append(script)
}
