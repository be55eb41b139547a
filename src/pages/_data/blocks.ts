import type { APIContext } from 'astro'
import { openBlocks } from '#components/home/open-blocks.ts'
import { trueUntil } from '#components/suppliers/opening.ts'
import type { OpenState } from '#contract/catalogue/branches.ts'
import * as home from '#contract/home/calls.ts'
import type { HomeBlock } from '#contract/home/calls.ts'
import type { HomeSection } from '#domain/home.ts'
import { closedSuppliers } from './closed.ts'

export interface Section {
  blocks: readonly HomeBlock[]
  /** Closed suppliers: when each opens, by supplier id. */
  closed: ReadonlyMap<number, string>
}

/** Loads the blocks of a section, and the states of all their suppliers, which limit how long the page is valid. */
export const loadBlocks = async (astro: Pick<APIContext, 'locals'>, alias: HomeSection): Promise<Section & { states: OpenState[] }> => {
  const { blocks } = await astro.locals.call(home.blocks, { params: { alias }, query: { city: astro.locals.city } })
  const fromProducts = await closedSuppliers(
    astro,
    blocks.flatMap((block) => ('products' in block ? block.products : []))
  )
  const shown = blocks.flatMap((block) => ('suppliers' in block ? block.suppliers : []))
  return { blocks, closed: fromProducts.closed, states: [...fromProducts.states, ...shown.map(({ open }) => open)] }
}

/** Loads the blocks above an unfiltered listing; none for a filtered one. Call after the listing's data: the earlier cache limit wins. */
export const loadHead = async (
  astro: Pick<APIContext, 'locals'> & { response: { headers: Headers } },
  alias: HomeSection,
  query: string
): Promise<Section> => {
  if (query !== '') return { blocks: [], closed: new Map() }
  const { blocks: all, closed, states } = await loadBlocks(astro, alias)
  const { headers } = astro.response
  const until = trueUntil(states, Date.now())
  if (states.length > 0) headers.set('X-Cache-Until', String(Math.min(until, Number(headers.get('X-Cache-Until') ?? Infinity))))
  return { blocks: openBlocks(all), closed }
}
