import * as account from '#contract/account/calls.ts'
import { environment } from '#stores/environment.ts'
import { task } from '#stores/tasks.ts'

/** Exports all data of the user as a JSON file. */
export const exportAccount = task(async (): Promise<{ name: string; text: string }> => {
  const data = await environment().call(account.exportData)
  return { name: `shuka-${data.exportedAt.slice(0, 10)}.json`, text: `${JSON.stringify(data, null, 2)}\n` }
})
