import { operateGiftCards } from '#server/services/orders/staff/operate-gift-cards.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run gift-cards -- VERB …
issue AMOUNT EMAIL NAME [LANGUAGE] [WORDS]   gives a card for nothing, in drams, by NAME of the staff, and sends its code; EMAIL "-": shows it, to be handed over
again ID [LANGUAGE]                          sends another code of a card that nobody has activated
print ORDER                                  makes the codes of an order's physical cards, to be printed and packed; ORDER/SUPPLIER: of one part; again: other codes
list [EMAIL]                                 the newest cards, or those sent to an address
`

process.exitCode = await runOperatorCommand(
  {
    program: 'gift-cards',
    usage: USAGE,
    isKnown: (words) => words.length > 0,
    operate: async (ctx, words) => ({ lines: await operateGiftCards(ctx, words), failed: false })
  },
  process.argv.slice(2)
)
