import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import { useAddresses } from '#islands/addresses/use-addresses.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { useLocale } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { $plan, bookService } from '#stores/bookings/book.ts'
import { itemsOf } from '#stores/baskets/lines.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { Fact, ItemsToDo } from './BookingFacts.tsx'
import { ConfirmButtons } from './ConfirmButtons.tsx'
import { windowWords } from './booking-words.ts'
import styles from './bookings.module.css'

/** What will be done, when, where and for how much, before it is booked. */
export const ConfirmBooking = ({ close }: ModalProps<'cosmo-confirm-order'>) => {
  const t = useWords('bookings', 'states')
  const locale = useLocale()
  const basket = useStore($basket)
  const plan = useStore($plan)
  const state = useStore(bookService.$state)
  const { chosen } = useAddresses()
  const items = basket.state === 'ready' ? itemsOf(basket.basket) : []
  return (
    <SheetContent
      title={t('bookings:confirm.title')}
      footer={
        <>
          <p role="alert">{failureWords(state, t)}</p>
          <ConfirmButtons isPending={state.state === 'pending'} onConfirm={() => void bookService.submit()} onBack={close}>
            {t('bookings:confirm.book')}
          </ConfirmButtons>
        </>
      }
    >
      <dl className={styles.facts}>
        {plan?.pickup && <Fact name={t('bookings:confirm.collect')} text={windowWords(plan.pickup.from, plan.pickup.to, locale)} />}
        {plan?.back && <Fact name={t('bookings:confirm.bring')} text={windowWords(plan.back.from, plan.back.to, locale)} />}
        {chosen && <Fact name={t('bookings:confirm.where')} text={chosen.address.street} />}
        <Fact name={t('bookings:confirm.what')} text={<ItemsToDo items={items} />} />
        {plan?.speed && (
          <Fact
            name={`${t('bookings:confirm.price')} (${t(`bookings:speeds.${plan.speed.speed}`)})`}
            text={formatAmd(plan.speed.orderPrice, locale)}
          />
        )}
      </dl>
      <p className="muted">{t('bookings:aboutText')}</p>
    </SheetContent>
  )
}
