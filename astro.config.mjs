import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { hash } from 'node:crypto'
import { pagesAdapter } from './src/server/cli/astro-adapter.mjs'
import { bareContract } from './src/server/cli/astro-bare-contract.mjs'
import { chunks } from './src/server/cli/astro-chunks.mjs'
import { devApi } from './src/server/cli/astro-dev-api.mjs'
import { intent } from './src/server/cli/astro-intent.mjs'
import { keptCss } from './src/server/cli/astro-kept-css.mjs'
import { pictures } from './src/server/cli/astro-pictures.mjs'
import { precompress } from './src/server/cli/astro-precompress.mjs'
import { builtFrom } from './src/build/built-from.ts'
import { LOCALE_HINT } from './src/layouts/locale-hint.ts'

/**
 * Chunks put together by hand, because many small files pack worse than one and a browser asks for six at a time: what every page's plain
 * script needs, all that the first press for the basket brings (but React's renderer), what forms are made of, and the words of both.
 */
const words = (name, files) => ({
  name: (id) => `${name}-${/messages\/(\w+)\//.exec(id)?.[1]}`,
  test: new RegExp(`messages/\\w+/(${files})$`)
})
const CHUNKS = [
  { name: 'plain', priority: 2, test: /src\/domain\/(money|constants)\.ts$/ },
  {
    name: 'basket',
    priority: 1,
    test: /src\/(islands\/(baskets\/(Basket(Parts|Lines?|Sheet|Column)|TotalsBlock)|ui\/(Button|Icon|Money|States|Stepper|Sheet))\.tsx|stores\/(baskets\/basket|products\/product-sheet)\.ts)$/
  },
  { name: 'tab', priority: 1, test: /src\/stores\/tab-storage\.ts$/ },
  { name: 'form', priority: 1, test: /src\/(islands\/ui\/(forms\/Choice|forms\/Field|AfterMount|use-words)\.tsx?|stores\/tasks\.ts)$/ },
  { name: 'valibot', priority: 2, test: /node_modules\/valibot\// },
  { name: 'calls', priority: 2, test: /src\/contract\/(orders|profile)\/calls\.ts$/ },
  { name: 'orders', priority: 1, test: /src\/stores\/(orders\/order-actions|orders\/orders|clock)\.ts$/ },
  {
    name: 'address',
    test: /src\/(islands\/addresses\/(AddressWords|SavedAddresses|use-addresses)\.tsx?|stores\/addresses\/(addresses|address-draft|save-address)\.ts)$/
  },
  {
    name: 'checkout',
    test: /src\/(islands\/(checkout\/(CheckoutBody|TimeChoice|PaymentChoice)\.tsx)|stores\/checkout\/place-order\.ts)$/
  },
  words('checkout', 'checkout\\.json'),
  words('basket', 'files\\.ts|(basket|states)\\.json'),
  words('product', '(product|validation|modals)\\.json')
]

export default defineConfig({
  site: process.env.SITE_URL || 'http://127.0.0.1:4321',
  output: 'server',
  adapter: pagesAdapter(),
  session: false,
  integrations: [react(), bareContract(), intent(), keptCss(), chunks(), pictures(), devApi(), precompress(), builtFrom()],
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  prefetch: false,
  security: {
    // The API stands before Astro with its own cross-site rule; pages answer GET only.
    checkOrigin: false,
    // Hashes are Astro's. What depends on the installation (connect, images, form targets, framing) is added by the server to the same header.
    csp: {
      directives: ["default-src 'self'", "font-src 'self'", "object-src 'none'", "frame-src 'none'", "base-uri 'none'"],
      scriptDirective: { hashes: [`sha256-${hash('sha256', LOCALE_HINT, 'base64')}`] }
    }
  },
  // Its highlighter writes style attributes, which the policy forbids.
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'always' },
  vite: {
    // The default minifier of styles warns of ::scroll-button, which it does not know yet.
    build: { cssMinify: 'esbuild', assetsInlineLimit: (file) => (/\.(woff2|svg|webp)$/.test(file) ? false : undefined) },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
    server: { watch: { ignored: ['**/.data/**', '**/tests/**'] } }
  }
})
