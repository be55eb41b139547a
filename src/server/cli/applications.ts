import { operateApplications } from '#server/services/applications/operate-applications.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run applications -- VERB …
list [KIND]            what people asked for by a form, without an answer yet: contact, courier, partner, telecom; or "robots"
show NUMBER            all that somebody wrote
answer NUMBER TEXT     answers by mail; who gave no address is called, then closed
close NUMBER           it needs no answer any more
`

process.exitCode = await runOperatorCommand(
  {
    program: 'applications',
    usage: USAGE,
    isKnown: (words) => words.length > 0,
    operate: async (ctx, words) => ({ lines: await operateApplications(ctx, words), failed: false })
  },
  process.argv.slice(2)
)
