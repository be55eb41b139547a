import * as account from '#contract/account/calls.ts'
import { withProof } from '#stores/credentials/proof.ts'
import { environment } from '#stores/environment.ts'
import { task } from '#stores/tasks.ts'

/** Exports all data of the user as a JSON file; asks for a fresh proof in a dialog where one is required. */
export const exportAccount = task(async (): Promise<{ name: string; text: string }> => {
  const data = await withProof(() => environment().call(account.exportData))
  return { name: `shuka-${data.exportedAt.slice(0, 10)}.json`, text: `${JSON.stringify(data, null, 2)}\n` }
})
