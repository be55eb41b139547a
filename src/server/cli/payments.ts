import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run payments -- VERB …
stuck                        refunds given up, silent payments, payouts to make, couriers' cash
unconfirmed [DAYS]           payments at wallets that tell and cannot be asked, and have told nothing, of 3 days or so many
retry ID                     tries a refund again that was given up
settle ID [AMOUNT NUMBER]    asks the bank about a payment now; with the amount: a wallet took it, under its number, and never said so
received INVOICE [AMOUNT]    a bank transfer came for an order or a corporate wallet (W00001): what the invoice waits for, or the amount, in drams
handed-over COURIER AMOUNT   a courier has handed over cash, in drams; where nobody is named, COURIER is the city, as yerevan
payout ID NAME               a person was paid by hand, by NAME of the staff
withdrawal ID NAME           points that a person withdrew were paid to the bank account, by NAME of the staff
empty-wallet ID              what was in the corporate wallet of an account that is to be deleted was paid back
`

process.exitCode = await runOperatorCommand(
  {
    program: 'payments',
    usage: USAGE,
    isKnown: (words) => words.length > 0,
    operate: async (ctx, words) => ({ lines: await operatePayments(ctx, words), failed: false })
  },
  process.argv.slice(2)
)
