import { operateCustomers } from '#server/services/profile/operate-customers.ts'
import { runOperatorCommand } from './operator-command.ts'

const USAGE = `Usage: npm run staff -- VERB CONTACT …
show CONTACT                     class and group of whoever signs in with this phone or e-mail
class CONTACT standard|vip       vouchers and rewards with "vip" are for VIP customers only
group CONTACT EK|H|T|C|none      vouchers and rewards with "groups" are for these only
`

process.exitCode = await runOperatorCommand(
  {
    program: 'staff',
    usage: USAGE,
    isKnown: (words) => words.length > 1,
    operate: async (ctx, words) => ({ lines: await operateCustomers(ctx, words), failed: false })
  },
  process.argv.slice(2)
)
