/** URL of a script bundled with its dependencies. */
const PRODUCT_OPTIONS = import.meta.glob<string>('./product-options.ts', { query: '?worker&url', import: 'default', eager: true })

/** Only products with options need the script. */
if (document.querySelector('[data-options-form] [data-min]')) {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = PRODUCT_OPTIONS['./product-options.ts'] ?? ''
  document.head.append(script)
}
