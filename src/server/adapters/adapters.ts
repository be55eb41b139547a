import type { PaymentProviders } from './payment/create.ts'
import type { MailSender } from './email/port.ts'
import type { Geocoder, MapDrawer } from './geo/port.ts'
import type { PushSender } from './push/port.ts'
import type { SignInProvider } from './sign-in/port.ts'
import type { SmsSender } from './sms/port.ts'

/** Ports to external services. */
export interface Adapters {
  payments: PaymentProviders
  email: MailSender
  sms: SmsSender
  push: PushSender
  geocoder: Geocoder
  map: MapDrawer
  /** Configured providers, in the order of their buttons. */
  signIn: readonly SignInProvider[]
}
