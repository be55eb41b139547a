import type { DeliveryBonus } from '#contract/wallet/calls.ts'
import { formatDay } from '#domain/time/format-day.ts'
import type { Translate } from '#i18n/keys.ts'

/** What became of a free delivery, or until when it can be used. */
export const deliveryWords = ({ lastDay, state }: Pick<DeliveryBonus, 'lastDay' | 'state'>, t: Translate): string =>
  state === 'open' ? t('wallet:deliveries.state.open', { date: formatDay(lastDay ?? '') }) : t(`wallet:deliveries.state.${state}`)
