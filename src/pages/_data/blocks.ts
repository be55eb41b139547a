import type { APIContext } from 'astro'
import { trueUntil } from '#components/suppliers/opening.ts'
import type { SupplierCard } from '#contract/catalogue.ts'
import { home, type HomeBlock } from '#contract/home.ts'
import type { HomeSection } from '#domain/home.ts'

/** The blocks of a section, and the suppliers they show, on whose hours the page depends. */
export const loadBlocks = async (
  { locals }: Pick<APIContext, 'locals'>,
  alias: HomeSection
): Promise<{ blocks: HomeBlock[]; shown: SupplierCard[] }> => {
  const { blocks } = await locals.call(home.blocks, { params: { alias } })
  return { blocks, shown: blocks.flatMap((block) => ('suppliers' in block ? block.suppliers : [])) }
}

/** What stands at the head of a listing nobody has narrowed down yet; else nothing. After the listing's own data, whose hours count too. */
export const loadHead = async (
  astro: Pick<APIContext, 'locals'> & { response: { headers: Headers } },
  alias: HomeSection,
  query: string
): Promise<HomeBlock[]> => {
  if (query !== '') return []
  const { blocks, shown } = await loadBlocks(astro, alias)
  const { headers } = astro.response
  const until = trueUntil(
    shown.map(({ open }) => open),
    Date.now()
  )
  if (shown.length > 0) headers.set('X-Cache-Until', String(Math.min(until, Number(headers.get('X-Cache-Until') ?? Infinity))))
  return blocks
}
