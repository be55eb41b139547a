import type * as sitemap from '#contract/sitemap/calls.ts'
import type { sitemapSchemas } from '#contract/sitemap/schemas.ts'
import { readProductPiece, readSite } from '#server/services/info/sitemap.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Handlers } from './http/mount.ts'

export const sitemapHandlers = (kernel: Kernel): Handlers<typeof sitemap, typeof sitemapSchemas> => ({
  overview: (ctx) => readSite(ctx, kernel.campaigns),
  products: (ctx, { params }) => readProductPiece(ctx, params.piece)
})
