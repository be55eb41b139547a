import type { FiscalService } from './fiscal/port.ts'
import type { FiscalSimulator } from '#server/simulators/fiscal/create.ts'
import type { PaymentProviders } from './payment/create.ts'
import type { MailSender } from './email/port.ts'
import type { Geocoder, MapDrawer } from './geo/port.ts'
import type { PushSender } from './push/port.ts'
import type { SignInProvider } from './sign-in/port.ts'
import type { SmsSender } from './sms/port.ts'
import type { Simulator } from '#server/simulators/create.ts'

/** Ports to external services. */
export interface Adapters {
  payments: PaymentProviders
  /** Simulated banks, whose pages the shop then serves. */
  simulators: readonly Simulator[]
  /** Null: no fiscal receipt is printed. */
  fiscal: FiscalService | null
  fiscalSimulator: FiscalSimulator | null
  email: MailSender
  sms: SmsSender
  push: PushSender
  geocoder: Geocoder
  map: MapDrawer
  /** Configured providers, in the order of their buttons. */
  signIn: readonly SignInProvider[]
}
