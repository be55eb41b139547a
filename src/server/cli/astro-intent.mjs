/** `client:intent`: an island is hydrated when somebody wants it. */
export const intent = () => ({
  name: 'intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'intent', entrypoint: './src/islands/intent/directive.ts' })
    }
  }
})
