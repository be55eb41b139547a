import type {
  CALL_TIMES,
  COMPANY_TYPES,
  CONTACT_SUBJECTS,
  COURIER_TYPES,
  JOB_TITLES,
  REGIONS,
  TelecomPlan
} from '#domain/applications/application.ts'
import { endpoint } from '#contract/endpoint.ts'

/** What every form has beside its own fields. */
interface Sent {
  /** People do not see this field, so whoever fills it in is a robot. */
  website?: string
  /** How long the form was in sight; missing without script. */
  seconds?: number
}

/** Known by its number from now on. */
export interface Application {
  number: string
}

interface Contact extends Sent {
  firstName: string
  lastName: string
  email: string
  phone: string
  region: (typeof REGIONS)[number]
  subject: (typeof CONTACT_SUBJECTS)[number]
  message: string
}
export const contact = endpoint<{ body: Contact; reply: Application }>()({
  method: 'POST',
  path: '/applications/contact',
  form: '/contact-us',
  access: 'public',
  perMinute: 10,
  codes: ['CHECK_REGISTERED_PHONE'],
  about: 'Writes to the market, which answers by mail. The same message sent again is the same application while nobody has answered it.'
})

interface Courier extends Sent {
  firstName: string
  lastName: string
  phone: string
  jobTitle: (typeof JOB_TITLES)[number]
  courierType: (typeof COURIER_TYPES)[number]
}
export const courier = endpoint<{ body: Courier; reply: Application }>()({
  method: 'POST',
  path: '/applications/courier',
  form: '/become-a-courier',
  access: 'public',
  perMinute: 10,
  codes: ['CHECK_REGISTERED_PHONE'],
  about: 'Asks for work. The market calls back.'
})

interface Partner extends Sent {
  companyName: string
  companyType: (typeof COMPANY_TYPES)[number]
  firstName: string
  lastName: string
  phone: string
  email: string
}
export const partner = endpoint<{ body: Partner; reply: Application }>()({
  method: 'POST',
  path: '/applications/partner',
  form: '/become-a-partner',
  access: 'public',
  perMinute: 10,
  codes: ['CHECK_REGISTERED_PHONE'],
  about: 'Asks to sell at the market: C1 restaurants, C2 shops.'
})

interface Telecom extends Sent {
  plan: TelecomPlan['id']
  name: string
  phone: string
  address: string
  timeToCall: (typeof CALL_TIMES)[number]
}
export const telecom = endpoint<{ body: Telecom; reply: Application }>()({
  method: 'POST',
  path: '/services/join-team-telecom',
  form: '/tv-and-internet',
  access: 'public',
  perMinute: 10,
  codes: ['CHECK_REGISTERED_PHONE'],
  about: 'Asks for television and internet at home. The market calls back.'
})
