import type * as applications from '#contract/applications/calls.ts'
import type { applicationsSchemas } from '#contract/applications/schemas.ts'
import { takeApplication } from '#server/services/applications/take-application.ts'
import type { Handlers } from './http/mount.ts'

export const applicationsHandlers: Handlers<typeof applications, typeof applicationsSchemas> = {
  contact: (ctx, { body }, { ip }) => takeApplication(ctx, 'contact', body, ip),
  courier: (ctx, { body }, { ip }) => takeApplication(ctx, 'courier', body, ip),
  partner: (ctx, { body }, { ip }) => takeApplication(ctx, 'partner', body, ip),
  telecom: (ctx, { body }, { ip }) => takeApplication(ctx, 'telecom', body, ip)
}
