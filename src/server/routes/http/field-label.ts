import type { Translate } from '#i18n/keys.ts'
import { hy } from '#i18n/messages/hy.ts'

type Labelled = keyof typeof hy.allowed.field

const isLabelled = (name: string): name is Labelled => Object.hasOwn(hy.allowed.field, name)

/** Label of the field that a path such as `items.1.quantity` ends in; null for technical fields, which people never see. */
export const fieldLabel = (path: string, t: Translate): string | null => {
  const name = path.split('.').at(-1) ?? ''
  return isLabelled(name) ? t(`allowed:field.${name}`) : null
}
