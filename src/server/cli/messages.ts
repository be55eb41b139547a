import { text } from 'node:stream/consumers'
import { operateMessages } from '#server/services/messages/operate.ts'
import { keysIn, readOrder } from '#server/services/messages/orders.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run messages -- ORDER
dead             messages that were given up or never arrived
requeue ID|all   sends them again
calls            calls that people asked for and somebody has to make
called ID        such a call was made
events           events of orders whose notification failed: given up, or tried again later
retry ID|all     tries those again that were given up
bounced -        reads a mail that came back, and marks ours in it as never arrived; bounced KEY: the part of its Message-ID before the @
`

const run = (words: readonly string[]): Promise<number> =>
  runOperatorCommand(
    {
      program: 'messages',
      usage: USAGE,
      isKnown: (known) => readOrder(known) !== null,
      operate: async (ctx, given) => {
        const order = readOrder(given)
        if (!order) throw new Error('there is no such command')
        return { lines: await operateMessages(ctx, order), failed: false }
      }
    },
    words
  )

const words = process.argv.slice(2).filter((word) => word !== '--')
if (words.join(' ') === 'bounced -') {
  const keys = keysIn(await text(process.stdin))
  // Such a mailbox gets other mails too.
  if (keys.length === 0) process.stdout.write('0 came back\n')
  else process.exitCode = await run(['bounced', ...keys])
} else process.exitCode = await run(words)
