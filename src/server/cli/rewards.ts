import { operateRewards } from '#server/services/lottery/operate-rewards.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run rewards -- VERB …
list                       the lotteries, how many tickets they have, and who won
draw KEY NAME [final]      draws a lottery that is over, once, by NAME of the staff: each winner has the gift card at once; "final": orders under way give no tickets any more
`

process.exitCode = await runOperatorCommand(
  {
    program: 'rewards',
    usage: USAGE,
    isKnown: (words) => words.length > 0,
    operate: async (ctx, words) => ({ lines: await operateRewards(ctx, words), failed: false })
  },
  process.argv.slice(2)
)
