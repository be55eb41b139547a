import { operateReceipts, readReceiptsOrder } from '#server/services/receipts/operate-receipts.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run receipts -- ORDER
stuck            receipts that wait or were given up, and why
retry ID|all     sends receipts again that were given up
check            proves one receipt a paid order, one return a refund, each number once; exit code 1 on a difference
`

process.exitCode = await runOperatorCommand(
  {
    program: 'receipts',
    usage: USAGE,
    isKnown: (words) => readReceiptsOrder(words) !== null,
    operate: async (ctx, words) => {
      const order = readReceiptsOrder(words)
      if (!order) throw new Error('there is no such command')
      return operateReceipts(ctx, order)
    }
  },
  process.argv.slice(2)
)
