/** What became of a ticket. `withdrawn`: its order was refunded before the draw. */
export type TicketState = 'waiting' | 'won' | 'lost' | 'withdrawn'

const DIGITS = 6

/** The number of a ticket as people read it: 000012. */
export const ticketNumber = (id: number): string => String(id).padStart(DIGITS, '0')

/** A ticket that takes part. `lot`: what the draw gave it; the lowest ones win. */
export interface DrawnTicket {
  id: number
  userId: number
  lot: string
}

/** The tickets that win, the first prize first: the lowest lots, one a person. */
export const winnersOf = (tickets: readonly DrawnTicket[], winners: number): DrawnTicket[] => {
  const people = new Set<number>()
  const won: DrawnTicket[] = []
  for (const ticket of tickets.toSorted((a, b) => (a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : a.id - b.id))) {
    if (won.length === winners) break
    if (people.has(ticket.userId)) continue
    people.add(ticket.userId)
    won.push(ticket)
  }
  return won
}
