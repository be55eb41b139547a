import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { createApplePaySimulator } from './apple-pay/create.ts'
import { createAmeriaSimulator, createArcaSimulator, mountStyles, type Simulator, type SimulatorOptions } from './create.ts'
import { createFastShiftSimulator, createIdramSimulator, createTelcellSimulator } from './wallet/create.ts'

/**
 * Simulated providers as a process of their own, with the logins that the shop is configured with:
 * `SIMULATOR_DIR=… SIMULATOR_PORT=… SHOP_URL=… ARCA_LOGIN=… node src/server/simulators/run.ts`. Prints its origin when it listens.
 * SHOP_URL is where wallets tell the shop what was paid.
 */
const main = (env: Record<string, string | undefined>): void => {
  const of = (name: string): string => env[name] ?? ''
  const app = new Hono()
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(Number(of('SIMULATOR_PORT')), '127.0.0.1', () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    mountStyles(app)
    for (const { api, pages } of simulatorsAt({ folder: of('SIMULATOR_DIR'), origin, now: Date.now, openPanel: true }, of))
      app.route('/', api).route('/', pages)
    process.stdout.write(`${origin}\n`)
  })
}

const simulatorsAt = (options: SimulatorOptions, of: (name: string) => string): Simulator[] => {
  const calling = { ...options, shop: of('SHOP_URL') || options.origin }
  return [
    createArcaSimulator(options, {
      ...{ login: of('ARCA_LOGIN'), password: of('ARCA_PASSWORD') },
      ...{ bindingLogin: of('ARCA_BINDING_LOGIN'), bindingPassword: of('ARCA_BINDING_PASSWORD') }
    }),
    createAmeriaSimulator(options, { clientId: of('AMERIA_CLIENT_ID'), login: of('AMERIA_LOGIN'), password: of('AMERIA_PASSWORD') }),
    createIdramSimulator(calling, { account: of('IDRAM_ACCOUNT'), secret: () => of('IDRAM_SECRET') }),
    createTelcellSimulator(calling, { shop: of('TELCELL_SHOP'), key: () => of('TELCELL_KEY') }),
    createFastShiftSimulator(calling, () => of('FASTSHIFT_TOKEN')),
    createApplePaySimulator(calling, { merchant: of('APPLE_PAY_MERCHANT'), key: () => of('APPLE_PAY_ACQUIRER_KEY') })
  ]
}

main(process.env)
