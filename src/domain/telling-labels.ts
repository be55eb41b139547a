/** Share of a list from which a label tells nothing, and the length of a list from which that counts. */
const MAX_SHARE = 0.6
const MIN_LENGTH = 4

/** Whether a label sets some items of a list apart: not one that most of them have. */
export const isTelling = <Item>(items: readonly Item[], has: (item: Item) => boolean): boolean =>
  items.length < MIN_LENGTH || items.filter(has).length <= items.length * MAX_SHARE
