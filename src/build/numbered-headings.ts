import { satteri } from '@astrojs/markdown-satteri'

type Processor = ReturnType<typeof satteri>

/**
 * Markdown whose headings are numbered (`part-1`): a link to a heading leads to the same one in each language, and Armenian text is not
 * sent twice.
 */
export const markdownWithNumberedHeadings = (): Processor =>
  satteri({
    hastPlugins: [
      () => {
        let number = 0
        return {
          name: 'numbered-headings',
          element: { filter: ['h2', 'h3'], visit: (node, ctx) => ctx.setProperty(node, 'id', `part-${(number += 1)}`) }
        }
      }
    ]
  })
