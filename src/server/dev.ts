import type { IncomingMessage, ServerResponse } from 'node:http'
import { readConfig } from './config.ts'
import { createLogOutput } from './process/log-output.ts'
import { createLog } from './process/log.ts'
import { openMarketplace } from './process/open.ts'

/** The marketplace for Astro's development server: the same API on the same data folder. */
export const createDevApi = async (): Promise<{
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<boolean>
  fetch: (input: string, init?: RequestInit) => Promise<Response>
}> => {
  const config = readConfig(process.env)
  const { write, lost } = createLogOutput()
  const market = await openMarketplace(config, createLog(config, write), { lostLogLines: lost })
  market.work()
  process.once('SIGTERM', () => void market.stop().finally(() => process.exit(0)))
  return {
    handle: async (req, res) => {
      const path = req.url ?? '/'
      const answer = /^\/api(\/|\?|$)/.test(path) ? market.api : /^\/(outbox|simulator)(\/|\?|$)/.test(path) ? market.simulatorPages : null
      if (!answer) return false
      await answer(req, res)
      return true
    },
    fetch: market.fetch
  }
}
