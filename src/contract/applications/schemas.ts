import * as v from 'valibot'
import * as forms from '#domain/applications/application.ts'
import { isPersonName } from '#domain/text/person-name.ts'
import { line, numberish, paragraph, type SchemasOf } from '#contract/fields.ts'
import type * as applications from './calls.ts'

const filled = (max: number) => v.pipe(line(max), v.nonEmpty())
const name = v.pipe(line(forms.MAX_NAME), v.nonEmpty(), v.check(isPersonName))
const sent = {
  website: v.optional(line(200)),
  seconds: v.optional(v.pipe(numberish, v.minValue(0), v.maxValue(1_000_000)))
}
const person = { firstName: name, lastName: name, phone: filled(40) }
const email = filled(254)

export const applicationsSchemas = {
  contact: {
    body: v.object({
      ...sent,
      ...person,
      email,
      region: v.picklist(forms.REGIONS),
      subject: v.picklist(forms.CONTACT_SUBJECTS),
      message: v.pipe(paragraph(forms.MAX_MESSAGE), v.nonEmpty())
    })
  },
  courier: { body: v.object({ ...sent, ...person, jobTitle: v.picklist(forms.JOB_TITLES), courierType: v.picklist(forms.COURIER_TYPES) }) },
  partner: {
    body: v.object({ ...sent, ...person, email, companyName: filled(forms.MAX_COMPANY), companyType: v.picklist(forms.COMPANY_TYPES) })
  },
  telecom: {
    body: v.object({
      ...sent,
      name,
      phone: filled(40),
      address: filled(forms.MAX_STREET),
      plan: v.picklist(forms.TELECOM_PLAN_IDS),
      timeToCall: v.picklist(forms.CALL_TIMES)
    })
  }
} satisfies SchemasOf<typeof applications>
