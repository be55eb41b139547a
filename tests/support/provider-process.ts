import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProviderName } from './provider-pages.ts'
import { freePort } from './shop-process.ts'
import { ROOT } from './sources.ts'

/** Access to each provider, which the shop and the simulators are configured with. No certificate is shown where there is no TLS. */
const ACCESS: Record<ProviderName, (base: string) => Record<string, string>> = {
  arca: (base) => ({
    ...{ ARCA_URL: `${base}/arca/payment/rest`, ARCA_LOGIN: 'shop', ARCA_PASSWORD: 'one' },
    ...{ ARCA_BINDING_LOGIN: 'cards', ARCA_BINDING_PASSWORD: 'two' }
  }),
  ameria: (base) => ({ AMERIA_URL: `${base}/ameria`, AMERIA_CLIENT_ID: 'client', AMERIA_LOGIN: 'shop', AMERIA_PASSWORD: 'three' }),
  idram: (base) => ({ IDRAM_URL: `${base}/idram/Payment/GetPayment`, IDRAM_ACCOUNT: '110000000', IDRAM_SECRET: 'four' }),
  telcell: (base) => ({ TELCELL_URL: `${base}/telcell/invoices`, TELCELL_SHOP: 'shop', TELCELL_KEY: 'five' }),
  fastshift: (base) => ({ FASTSHIFT_URL: `${base}/fastshift/api`, FASTSHIFT_TOKEN: 'six' }),
  'apple-pay': (base) => ({
    ...{ APPLE_PAY_URL: `${base}/apple-pay/apple`, APPLE_PAY_MERCHANT: 'merchant.am.shuka.test' },
    ...{ APPLE_PAY_CERTIFICATE: PEM, APPLE_PAY_KEY: PEM, APPLE_PAY_DOMAIN: PEM },
    ...{ APPLE_PAY_ACQUIRER_URL: `${base}/apple-pay/acquirer`, APPLE_PAY_ACQUIRER_KEY: 'seven' }
  })
}
const PEM = join(ROOT, 'package.json')

export interface RunningProvider {
  /** What a shop is configured with. */
  env: Record<string, string>
  /** Starts it again after its end, at the same address and with the same books. */
  start: () => Promise<void>
  /** Kills it. */
  end: () => Promise<void>
}

/** Starts the simulated providers as a process of their own, with books in this folder; `shopUrl`: where they tell a shop what was paid. */
export const startProvider = async (name: ProviderName, books: string, shopUrl = ''): Promise<RunningProvider> => {
  const port = String(await freePort())
  const env = ACCESS[name](`http://127.0.0.1:${port}/simulator`)
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/simulators/run.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...env, SIMULATOR_DIR: books, SIMULATOR_PORT: port, SHOP_URL: shopUrl },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    if (child.stdout) await once(child.stdout, 'data')
  }
  const end = async (): Promise<void> => {
    const gone = once(child, 'exit')
    if (child.kill('SIGKILL')) await gone
  }
  await start()
  return { env, start, end }
}
