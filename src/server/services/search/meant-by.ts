import type { Words } from '#domain/locale.ts'
import { searchTerm } from '#domain/search/term.ts'
import type { Context } from '#server/context.ts'
import { rephrase } from '#server/search-engine/did-you-mean.ts'
import { pageOfProducts, type Findings, type SupplierHit } from '#server/search-engine/find.ts'
import type { MarketIndex } from '#server/search-engine/market-index.ts'
import { openNames, readRows, type FoundRow } from './read-cards.ts'

/** How many of the best names decide what was meant. */
const NAMES_READ = 16

/** Returns the probable correction when the words as typed find nothing; null when the names do not reveal one. */
export const meantBy = async (
  ctx: Context,
  index: MarketIndex,
  { term, altered, words, products, suppliers, corrected }: Findings & { corrected?: string | undefined },
  rows: readonly FoundRow[],
  supplierHits: readonly SupplierHit[] = []
): Promise<string | null> => {
  if (corrected !== undefined) return corrected
  if (!altered) return null
  const best =
    rows.length >= NAMES_READ
      ? rows
      : await readRows(
          ctx,
          pageOfProducts(index, products, () => true, 0, NAMES_READ)
        )
  const productNames = openNames(ctx, best)
  const named: Words[] = supplierHits.filter((hit) => hit.named).map(({ supplier }) => supplier.name)
  // The closest match to the term comes first.
  const names = (suppliers[0]?.score ?? 0) > (products[0]?.score ?? 0) ? [...named, ...productNames] : [...productNames, ...named]
  const correction = names.length > 0 ? rephrase(index.vocabulary, term, words, names.slice(0, NAMES_READ), ctx.locale) : null
  // The correction appears in no name, or its words only separately: nothing can be suggested.
  return correction === searchTerm(term).toLowerCase() ? null : correction
}
