/** A lower price for who buys more (label up_to_sale): from so much of it on, in pieces or kilograms, by so many percent. */
export interface Tier {
  from: number
  discount: number
}

/** The tier that a quantity reaches; weighed products are in hundredths of a kilogram. Tiers stand in ascending order. */
export const tierAt = <T extends Tier>(tiers: readonly T[], quantity: number, weighed: boolean): T | null =>
  tiers.findLast(({ from }) => quantity >= (weighed ? from * 100 : from)) ?? null
