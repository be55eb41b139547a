import { join } from 'node:path'
import { openPostgres } from '#server/db/engine.ts'
import { PROVIDER_PAGES, type ProviderName } from '#tests/support/provider-pages.ts'
import { startProvider } from '#tests/support/provider-process.ts'
import { runCrash, type CrashPlan, type CrashRun } from './crash.ts'

export const PROVIDER_NAMES = Object.keys(PROVIDER_PAGES) as ProviderName[]

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
        start: async (dataDir, shopUrl) => {
          const provider = await startProvider(name, join(dataDir, 'simulators'), shopUrl)
          return { ...provider, env: { ...provider.env, PAYMENT_TIMEOUT_SECONDS: '1' } }
        }
      }
    }
  )
