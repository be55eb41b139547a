import { operateMessages } from '#server/services/messages/operate.ts'
import { readOrder } from '#server/services/messages/orders.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run messages -- ORDER
dead             messages that were given up or never arrived
requeue ID|all   sends them again
calls            calls that people asked for and somebody has to make
called ID        such a call was made
events           events of orders whose notification failed: given up, or tried again later
retry ID|all     tries those again that were given up
`

process.exitCode = await runOperatorCommand(
  {
    program: 'messages',
    usage: USAGE,
    isKnown: (words) => readOrder(words) !== null,
    operate: async (ctx, words) => {
      const order = readOrder(words)
      if (!order) throw new Error('there is no such command')
      return { lines: await operateMessages(ctx, order), failed: false }
    }
  },
  process.argv.slice(2)
)
