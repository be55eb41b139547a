import type { AstroIntegration } from 'astro'

/** `client:intent`: an island is hydrated on interaction. */
export const intentDirective = (): AstroIntegration => ({
  name: 'intent-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'intent', entrypoint: './src/islands/intent/directive.ts' })
    }
  }
})
