import { Agent, request } from 'node:http'
import { freePort, startShop } from './shop-process.ts'

const CLIENTS = 24
const GUEST = '0123456789abcdef'
const BODY = JSON.stringify({ productId: 1, quantity: 1, startAnew: true })

export interface StoppedShop {
  exitCode: number | null
  answered: number
  /** Of every client the fault that ended it, other than a connection that was refused before it sent anything. */
  lost: string[]
}

/** Stops a shop with this data folder by SIGTERM while clients write without a pause, some on one connection, some each time on a new one. */
export const stopUnderLoad = async (dataDir: string): Promise<StoppedShop> => {
  const shop = await startShop({ PORT: String(await freePort()), DATA_DIR: dataDir })
  let answered = 0
  const busy = Promise.withResolvers<undefined>()
  // Half of them with a connection for each request, as after every answer of a server that stops.
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = new Agent({ keepAlive: client % 2 === 0, maxSockets: 1 })
    for (;;) {
      const fault = await write(shop.url, agent, client)
      if (fault) return `${client % 2 === 0 ? 'kept' : 'new'} ${fault}`
      answered += 1
      if (answered === 2 * CLIENTS) busy.resolve(undefined)
    }
  })
  await busy.promise
  const exitCode = await shop.end('SIGTERM')
  return { exitCode, answered, lost: (await Promise.all(clients)).filter((fault) => !fault.endsWith('ECONNREFUSED')) }
}

/** One write, whose repetition only its client could decide on; the code of its fault, or null. */
const write = (url: string, agent: Agent, client: number): Promise<string | null> =>
  new Promise((resolve) => {
    const headers = { 'Session-Id': `${GUEST}${client}`, 'Content-Type': 'application/json', 'Content-Length': BODY.length }
    const req = request(`${url}/api/baskets`, { agent, method: 'POST', headers }, (res) => {
      res.resume().once('close', () => resolve(res.complete ? null : 'CUT_OFF'))
    })
    req.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message))
    req.end(BODY)
  })
