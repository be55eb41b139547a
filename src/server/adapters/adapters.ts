import type { CardBank } from './payment/port.ts'
import type { Geocoder } from './geo/port.ts'
import type { MessageSender } from './message/port.ts'

/** The outside world, behind ports. */
export interface Adapters {
  bank: CardBank
  messages: MessageSender
  geocoder: Geocoder
}
