import type { Config } from '#server/config.ts'
import { withCertificate } from '#server/adapters/fiscal/with-certificate.ts'
import { createApplePaySimulator } from '#server/simulators/apple-pay/create.ts'
import type { Simulator, SimulatorOptions } from '#server/simulators/create.ts'
import { createAcquirer, createApplePay } from './apple-pay.ts'
import type { PaymentProvider } from './port.ts'

/** Creates Apple Pay with its configured acquirer; a simulated one when `simulated` says where; otherwise null. */
export const createApple = (
  config: Config,
  simulated: SimulatorOptions | null,
  key: () => string,
  simulators: Simulator[]
): PaymentProvider | null => {
  const timeoutMs = config.PAYMENT_TIMEOUT_SECONDS * 1_000
  const { APPLE_PAY_URL, APPLE_PAY_MERCHANT, APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY, APPLE_PAY_ACQUIRER_URL, APPLE_PAY_ACQUIRER_KEY } = config
  if (APPLE_PAY_URL && APPLE_PAY_MERCHANT && APPLE_PAY_CERTIFICATE && APPLE_PAY_KEY && APPLE_PAY_ACQUIRER_URL && APPLE_PAY_ACQUIRER_KEY) {
    const transport = withCertificate(APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY)
    return createApplePay({
      ...{ provider: 'apple-pay', simulated: false, standIn: null, merchant: APPLE_PAY_MERCHANT, url: APPLE_PAY_URL, timeoutMs, transport },
      acquirer: createAcquirer({ url: APPLE_PAY_ACQUIRER_URL, timeoutMs, key: () => APPLE_PAY_ACQUIRER_KEY })
    })
  }
  if (!simulated) return null
  const merchant = 'merchant.am.shuka.test'
  const simulator = createApplePaySimulator(simulated, { merchant, key })
  simulators.push(simulator)
  const line = { timeoutMs, transport: async (request: Request) => simulator.api.fetch(request) }
  const acquirer = createAcquirer({ ...line, url: `${simulator.url}/acquirer`, key })
  const { standIn, url, bank } = simulator
  const provider = createApplePay({
    ...line,
    provider: 'apple-pay-simulator',
    simulated: true,
    merchant,
    url: `${url}/apple`,
    acquirer,
    standIn
  })
  return { ...provider, books: async () => bank.orders() }
}
