import { useStore } from '@nanostores/react'
import type { Basket } from '#contract/baskets/calls.ts'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { fulfilmentOfBasket } from '#stores/baskets/mode.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import type { When } from '#stores/checkout/choices.ts'
import { $times } from '#stores/checkout/delivery-time.ts'
import { Part } from './Part.tsx'
import { TimeChoice } from './TimeChoice.tsx'
import { momentWords, slotWordsInside } from './when-words.ts'
import styles from './checkout.module.css'

/** Of tickets there is no time to choose. */
const PREORDERS = {
  delivery: 'checkout:preorder',
  pickup: 'checkout:preorderPickup',
  service: 'checkout:service.preorder',
  admission: 'checkout:preorder'
} as const

/** Delivery time, with the default preselected. For a closed supplier it shows the opening time and when a preorder arrives. */
export const WhenPart = ({ basket, when }: { basket: Basket; when: When | null }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const times = useStore($times)
  const closed = times.state === 'ready' && !times.now ? entriesOf(basket).filter(({ open }) => open.status === 1) : []
  return (
    <Part name="when" title={t('checkout:when')}>
      {closed.map(({ supplier, open }) => (
        <p key={supplier.id} className={styles.notice}>
          <Icon name="clock" />
          <span>
            {t('checkout:closedNow', { supplier: supplier.name })}.{' '}
            {open.changesAt && `${t('checkout:opens', { time: momentWords(open.changesAt, locale) })}. `}
            {when?.kind === 'slot' && t(PREORDERS[fulfilmentOfBasket(basket) ?? 'delivery'], { time: slotWordsInside(when.slot, locale) })}
          </span>
        </p>
      ))}
      <TimeChoice when={when} legend={t('checkout:when')} />
    </Part>
  )
}
