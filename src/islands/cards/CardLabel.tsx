import type { SavedCard } from '#contract/cards/calls.ts'
import { cardTitle } from '#domain/cards/brand.ts'

/** A saved card by its drawn type, last digits and date. */
export const CardLabel = ({ card: { brand, lastFour, expiry } }: { card: SavedCard }) => (
  <>
    <img src={`/cards/${brand ?? 'unknown'}.svg`} alt="" width={40} height={25} /> <bdi>{cardTitle(brand, lastFour)}</bdi>{' '}
    <span className="muted">{expiry}</span>
  </>
)
