import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '#tests/support/sources.ts'

/** Staff give a card in the running shop; answers its code. */
export const giveCard = async (drams: number): Promise<string> => {
  const command = join(ROOT, 'src/server/cli/gift-cards.ts')
  const env = { ...process.env, DATA_DIR: join(process.env['E2E_DATA'] ?? '', 'data'), DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'issue', String(drams), '-', 'anna'], { env })
  const code = /has the code (.{19})/.exec(stdout)?.[1]
  if (!code) throw new Error(`no card was given: ${stdout}`)
  return code
}
