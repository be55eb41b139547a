import type { Config } from '#server/config.ts'
import type { Simulator, SimulatorOptions } from '#server/simulators/create.ts'
import { createFastShiftSimulator, createIdramSimulator, createTelcellSimulator, sharedSecret } from '#server/simulators/wallet/create.ts'
import type { BankOrder } from '#server/simulators/bank/book.ts'
import { billOf } from '#server/simulators/wallet/idram.ts'
import { createApple } from './create-apple-pay.ts'
import { createFastShift } from './fastshift.ts'
import { createIdram } from './idram.ts'
import { createTelcell } from './telcell.ts'
import type { PaymentProvider } from './port.ts'

/** Electronic wallets and Apple Pay by the name that payment methods use; null: neither configured nor simulated. */
export interface WalletProviders {
  idram: PaymentProvider | null
  telcell: PaymentProvider | null
  fastshift: PaymentProvider | null
  applePay: PaymentProvider | null
}

interface WalletSetup {
  wallets: WalletProviders
  simulators: Simulator[]
}

/** Creates the configured wallets; the others are simulated when `simulated` says where. */
export const createWallets = (config: Config, simulated: SimulatorOptions | null): WalletSetup => {
  const simulators: Simulator[] = []
  const wallets = {
    idram: idramOf(config, simulated, simulators),
    telcell: telcellOf(config, simulated, simulators),
    fastshift: fastshiftOf(config, simulated, simulators),
    applePay: createApple(config, simulated, sharedSecret(simulated?.folder ?? ''), simulators)
  }
  return { wallets, simulators }
}

/** `refOf`: what the shop knows a payment of the wallet's books by. */
const withBooks = (provider: PaymentProvider, { bank }: Simulator, refOf: (order: BankOrder) => string): PaymentProvider => {
  const taken = () => bank.orders().filter((order) => order.taken > 0)
  return { ...provider, books: async () => taken().map((order) => ({ ref: refOf(order), taken: order.taken, refunded: order.refunded })) }
}

const idramOf = (
  { IDRAM_URL, IDRAM_ACCOUNT, IDRAM_SECRET }: Config,
  simulated: SimulatorOptions | null,
  simulators: Simulator[]
): PaymentProvider | null => {
  if (IDRAM_URL && IDRAM_ACCOUNT && IDRAM_SECRET)
    return createIdram({ provider: 'idram', simulated: false, url: IDRAM_URL, account: IDRAM_ACCOUNT, secret: () => IDRAM_SECRET })
  if (!simulated) return null
  const login = { account: '110000000', secret: sharedSecret(simulated.folder) }
  const simulator = createIdramSimulator(simulated, login)
  simulators.push(simulator)
  return withBooks(createIdram({ provider: 'idram-simulator', simulated: true, url: simulator.url, ...login }), simulator, billOf)
}

const telcellOf = (
  { TELCELL_URL, TELCELL_SHOP, TELCELL_KEY }: Config,
  simulated: SimulatorOptions | null,
  simulators: Simulator[]
): PaymentProvider | null => {
  if (TELCELL_URL && TELCELL_SHOP && TELCELL_KEY)
    return createTelcell({ provider: 'telcell', simulated: false, url: TELCELL_URL, shop: TELCELL_SHOP, key: () => TELCELL_KEY })
  if (!simulated) return null
  const login = { shop: 'shop', key: sharedSecret(simulated.folder) }
  const simulator = createTelcellSimulator(simulated, login)
  simulators.push(simulator)
  return withBooks(createTelcell({ provider: 'telcell-simulator', simulated: true, url: simulator.url, ...login }), simulator, billOf)
}

const fastshiftOf = (
  { FASTSHIFT_URL, FASTSHIFT_TOKEN, PAYMENT_TIMEOUT_SECONDS }: Config,
  simulated: SimulatorOptions | null,
  simulators: Simulator[]
): PaymentProvider | null => {
  const timeoutMs = PAYMENT_TIMEOUT_SECONDS * 1_000
  if (FASTSHIFT_URL && FASTSHIFT_TOKEN)
    return createFastShift({ provider: 'fastshift', simulated: false, url: FASTSHIFT_URL, timeoutMs, token: () => FASTSHIFT_TOKEN })
  if (!simulated) return null
  const token = sharedSecret(simulated.folder)
  const simulator = createFastShiftSimulator(simulated, token)
  simulators.push(simulator)
  const line = { url: simulator.url, timeoutMs, transport: async (request: Request) => simulator.api.fetch(request) }
  return withBooks(createFastShift({ provider: 'fastshift-simulator', simulated: true, ...line, token }), simulator, numberOf)
}

const numberOf = ({ number }: BankOrder): string => number
