import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

const day = z.union([z.string(), z.date()]).transform((value) => (typeof value === 'string' ? value : value.toISOString().slice(0, 10)))

/** What editors write, one folder a language: `content/pages/hy/about-us.md` has the id `hy/about-us`. */
export const collections = {
  pages: defineCollection({
    loader: glob({ pattern: '{hy,en,ru}/*.md', base: './content/pages' }),
    schema: z.object({ title: z.string(), description: z.string(), order: z.number().default(0) })
  }),
  campaigns: defineCollection({
    loader: glob({ pattern: '{hy,en,ru}/*.md', base: './content/campaigns' }),
    schema: z.object({
      title: z.string(),
      description: z.string(),
      from: day,
      to: day,
      picture: z.string(),
      minimumOrder: z.number().optional(),
      promoCode: z.string().optional()
    })
  })
}
