import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openPostgres } from '#server/db/engine.ts'
import { PROVIDER_PAGES, type ProviderName } from '#tests/support/provider-pages.ts'
import { freePort } from '#tests/support/shop-process.ts'
import { ROOT } from '#tests/support/sources.ts'
import { runCrash, type CrashPlan, type CrashRun, type RunningProvider } from './crash.ts'

export const PROVIDER_NAMES = Object.keys(PROVIDER_PAGES) as ProviderName[]

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

/** Starts the simulated providers as a process of their own. */
const startProvider = async (name: ProviderName, dataDir: string, shopUrl: string): Promise<RunningProvider> => {
  const port = String(await freePort())
  const access = ACCESS[name](`http://127.0.0.1:${port}/simulator`)
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/simulators/run.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...access, SIMULATOR_DIR: join(dataDir, 'simulators'), SIMULATOR_PORT: port, SHOP_URL: shopUrl },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    if (child.stdout) await once(child.stdout, 'data')
    return child
  }
  let child = await start()
  const end = async (): Promise<void> => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const restart = async (): Promise<void> => {
    await end()
    child = await start()
  }
  return { env: { ...access, PAYMENT_TIMEOUT_SECONDS: '1' }, restart, end }
}

export interface ProviderCrashPlan extends Pick<CrashPlan, 'checkouts' | 'atOnce' | 'kills'> {
  /** Kills of the provider. */
  providerKills: number
}

/** Orders paid by one provider at an address of its own, while the shop and the provider are killed again and again. */
export const runProviderCrash = (
  name: ProviderName,
  databaseUrl: string,
  { providerKills, ...plan }: ProviderCrashPlan
): Promise<CrashRun> =>
  runCrash(
    { env: { DATABASE_URL: databaseUrl }, open: () => openPostgres(databaseUrl) },
    {
      ...plan,
      buyers: 'card, and cancel',
      untilPrinted: true,
      provider: {
        pages: PROVIDER_PAGES[name],
        kills: providerKills,
        start: (dataDir, shopUrl) => startProvider(name, dataDir, shopUrl)
      }
    }
  )
