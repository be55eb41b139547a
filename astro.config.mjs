import { defineConfig } from 'astro/config'
import { hash } from 'node:crypto'
import { pagesAdapter } from './src/build/adapter.ts'
import { browserContract } from './src/build/browser-contract.ts'
import { builtFrom } from './src/build/built-from.ts'
import { chunkGroups } from './src/build/chunk-groups.ts'
import { chunks } from './src/build/chunks.ts'
import { developmentApi } from './src/build/development-api.ts'
import { intentDirective } from './src/build/intent-directive.ts'
import { markdownWithNumberedHeadings } from './src/build/numbered-headings.ts'
import { pictures } from './src/build/pictures.ts'
import { precompress } from './src/build/precompress.ts'
import { reactIslands } from './src/build/react-islands.ts'
import { stylesheets } from './src/build/stylesheets.ts'
import { ACTIVE_ORDER } from './src/components/home/active-order.ts'
import { LOCALE_HINT } from './src/layouts/locale-hint.ts'

export default defineConfig({
  site: process.env.SITE_URL || 'http://127.0.0.1:4321',
  output: 'server',
  adapter: pagesAdapter(),
  session: false,
  integrations: [
    reactIslands(),
    intentDirective(),
    browserContract(),
    stylesheets(),
    chunkGroups(),
    chunks(),
    pictures(),
    developmentApi(),
    precompress(),
    builtFrom()
  ],
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  prefetch: false,
  security: {
    // The API stands before Astro with its own cross-site rule; pages answer GET only.
    checkOrigin: false,
    // Hashes are Astro's. What depends on the installation (connect, images, form targets, framing) is added by the server to the same header.
    csp: {
      directives: ["default-src 'self'", "font-src 'self'", "object-src 'none'", "frame-src 'none'", "base-uri 'none'"],
      scriptDirective: { hashes: [LOCALE_HINT, ACTIVE_ORDER].map((script) => `sha256-${hash('sha256', script, 'base64')}`) }
    }
  },
  // Its highlighter writes style attributes, which the policy forbids.
  markdown: { syntaxHighlight: false, processor: markdownWithNumberedHeadings() },
  build: { inlineStylesheets: 'always' },
  vite: {
    // The default minifier of styles warns of ::scroll-button, which it does not know yet.
    build: { cssMinify: 'esbuild', assetsInlineLimit: (file) => (/\.(woff2|svg|webp)$/.test(file) ? false : undefined) },
    server: { watch: { ignored: ['**/.data/**', '**/tests/**'] } }
  }
})
