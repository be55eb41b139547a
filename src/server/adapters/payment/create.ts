import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import {
  createAmeriaSimulator,
  createArcaSimulator,
  randomLogin,
  type Simulator,
  type SimulatorOptions
} from '#server/simulators/create.ts'
import { createAmeria } from './ameria.ts'
import { createArca } from './arca.ts'
import { createWallets, type WalletProviders } from './create-wallets.ts'
import type { CardBank } from './port.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** External payment providers by the name that payment methods use; `otherCard` is asked about payments and cards made there. */
export interface PaymentProviders extends WalletProviders {
  card: CardBank
  otherCard: CardBank | null
}

export interface PaymentSetup {
  payments: PaymentProviders
  /** Banks at the other end of the wire, while no real one is configured. */
  simulators: readonly Simulator[]
}

/**
 * Creates the configured card banks, or both simulated ones, and with those the simulated wallets that are not configured. CARD_BANK says
 * which of two banks takes new payments.
 */
export const createPayments = (config: Config, now: () => number): PaymentSetup => {
  const real = realBanks(config)
  // Visitors of a public demonstration cause faults of their own payments only.
  const options = { folder: resolve(ROOT, config.DATA_DIR, 'simulators'), origin: config.SITE_URL, now, openPanel: !config.DEMO }
  const { wallets, simulators: ofWallets } = createWallets(config, real.length > 0 ? null : options)
  if (real.length > 0) return { payments: { ...chosen(config, real), ...wallets }, simulators: ofWallets }
  const { banks, simulators } = simulatedBanks(config, options)
  return { payments: { ...chosen(config, banks), ...wallets }, simulators: [...simulators, ...ofWallets] }
}

const chosen = ({ CARD_BANK = 'arca' }: Config, banks: readonly CardBank[]): Pick<PaymentProviders, 'card' | 'otherCard'> => {
  const card = banks.find(({ provider }) => provider.startsWith(CARD_BANK)) ?? banks[0]
  if (!card) throw new Error('there is no card bank')
  return { card, otherCard: banks.find((bank) => bank !== card) ?? null }
}

const realBanks = (config: Config): CardBank[] => {
  const common = { simulated: false, timeoutMs: config.PAYMENT_TIMEOUT_SECONDS * 1_000 }
  const { ARCA_URL, ARCA_LOGIN, ARCA_PASSWORD, ARCA_BINDING_LOGIN, ARCA_BINDING_PASSWORD } = config
  const { AMERIA_URL, AMERIA_CLIENT_ID, AMERIA_LOGIN, AMERIA_PASSWORD } = config
  const banks: CardBank[] = []
  if (ARCA_URL && ARCA_LOGIN && ARCA_PASSWORD && ARCA_BINDING_LOGIN && ARCA_BINDING_PASSWORD) {
    const binding = { bindingLogin: ARCA_BINDING_LOGIN, bindingPassword: ARCA_BINDING_PASSWORD }
    banks.push(createArca({ ...common, ...binding, provider: 'arca', url: ARCA_URL, login: ARCA_LOGIN, password: ARCA_PASSWORD }))
  }
  if (AMERIA_URL && AMERIA_CLIENT_ID && AMERIA_LOGIN && AMERIA_PASSWORD) {
    const login = { clientId: AMERIA_CLIENT_ID, login: AMERIA_LOGIN, password: AMERIA_PASSWORD }
    banks.push(createAmeria({ ...common, ...login, provider: 'ameria', url: AMERIA_URL }))
  }
  return banks
}

/** The real adapters, whose requests end in this process instead of at a bank. */
const simulatedBanks = (config: Config, options: SimulatorOptions) => {
  const logins = { login: 'shop', password: randomLogin(), bindingLogin: 'shop-cards', bindingPassword: randomLogin() }
  const login = { clientId: 'shop', login: 'shop', password: randomLogin() }
  const arca = createArcaSimulator(options, logins)
  const ameria = createAmeriaSimulator(options, login)
  const lineTo = ({ url, api }: Simulator) => ({
    ...{ simulated: true, url, timeoutMs: config.PAYMENT_TIMEOUT_SECONDS * 1_000 },
    transport: async (request: Request) => api.fetch(request)
  })
  return {
    banks: [
      { ...createArca({ ...lineTo(arca), ...logins, provider: 'arca-simulator' }), books: async () => arca.bank.orders() },
      { ...createAmeria({ ...lineTo(ameria), ...login, provider: 'ameria-simulator' }), books: async () => ameria.bank.orders() }
    ],
    simulators: [arca, ameria]
  }
}
