/** Words of the market that a typed word may mean, by their ids, with how well each fits: 1 is the very word. */
export type Meanings = Map<number, number>
