import { operateBookings } from '#server/services/bookings/operate-bookings.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run orders -- VERB ORDER[/SUPPLIER] …
list [SUPPLIER]                           orders under way, those to be there first at the top
show ORDER                                its lines, where it goes, and what the customer wants
accept ORDER [MINUTES]                    it is being prepared, and comes so many minutes from now
refuse ORDER REASON                       it ends, and what was paid goes back; the customer reads the reason
pause ORDER WORDS                         you look into it: the customer reads the words, and neither pays nor cancels
resume ORDER                              the customer can go on
ready ORDER                               the kitchen has it ready
on-the-way ORDER [COURIER]                the courier has left; a named one gets its tip, and owes its cash
delivered ORDER [cash|pos [COURIER]]      it was handed over; what was taken, and by whom
replace ORDER LINE                        what could be offered instead of a line that has run out
replace ORDER LINE PRODUCT [QUANTITY] [WORDS]  it is offered; the customer answers within five minutes
refund ORDER [LINE [QUANTITY]]            a line, counted from 1, goes back, or all that is left
admit NUMBER                              a ticket is shown at the door: it lets one person in, once
claims [SUPPLIER]                         what customers say was wrong, without an answer yet; links to their photos
refund-claim CLAIM [WORDS]                what it is about goes back, as money or points as the customer chose
answer-claim CLAIM WORDS                  it is answered without money; the customer reads the words
bookings [SUPPLIER]                       booked services under way, those to be fetched first at the top, with their lines
step BOOKING                              its next step: a courier takes it on, leaves, has the things, the work begins
price BOOKING [LINE=QUANTITY …]           what was counted or weighed, as 1=2.4; the customer is asked to agree
refuse-booking BOOKING REASON             it ends; the customer reads the reason
With /SUPPLIER (the name in its address) only that supplier's part is meant.
`

process.exitCode = await runOperatorCommand(
  {
    program: 'orders',
    usage: USAGE,
    isKnown: (words) => words.length > 0,
    operate: async (ctx, words) => ({ lines: (await operateBookings(ctx, words)) ?? (await operateOrders(ctx, words)), failed: false })
  },
  process.argv.slice(2)
)
