import { operateLedger, readLedgerOrder } from '#server/services/payments/books/operate-ledger.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run ledger -- ORDER
check            proves that all money adds up; names every difference and its cure; exit code 1 when there is one
post CAUSE       posts what the check misses, such as payment:17:captured
balances         counts stored balances again
`

process.exitCode = await runOperatorCommand(
  {
    program: 'ledger',
    usage: USAGE,
    isKnown: (words) => readLedgerOrder(words) !== null,
    operate: async (ctx, words) => {
      const order = readLedgerOrder(words)
      if (!order) throw new Error('there is no such command')
      return operateLedger(ctx, order)
    }
  },
  process.argv.slice(2)
)
