import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { whenWords } from '#islands/checkout/when-words.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { useLocale } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { addressTitle } from '#stores/addresses/address-form.ts'
import { itemsOf } from '#stores/baskets/lines.ts'
import { $placing, placeOrder } from '#stores/checkout/checkout.ts'
import { $times } from '#stores/checkout/delivery-time.ts'
import { $draft } from '#stores/checkout/draft.ts'
import { amountDue, isNothingLeft } from '#stores/checkout/place-order.ts'
import { Fact, ItemsToDo } from './BookingFacts.tsx'
import { ConfirmButtons } from './ConfirmButtons.tsx'
import styles from './bookings.module.css'

/** What will be done, when, where and for how much, before a service is ordered at the checkout, which says what a refusal was for. */
export const ConfirmServiceOrder = ({ close }: ModalProps<'cosmo-confirm-order'>) => {
  const t = useWords('bookings', 'checkout')
  const locale = useLocale()
  const draft = useStore($draft)
  const times = useStore($times)
  const { state } = useStore($placing)
  if (!draft) return null
  const { basket, chosen, when, tip } = draft
  const method = (draft.payment ?? DEFAULT_METHOD).key
  const price = formatAmd(amountDue(draft), locale)
  const order = async (): Promise<void> => {
    await placeOrder()
    const now = $placing.get().state
    if (now !== 'sending' && now !== 'leaving') close()
  }
  return (
    <SheetContent
      title={t('bookings:confirm.order')}
      footer={
        <ConfirmButtons isPending={state === 'sending' || state === 'leaving'} onConfirm={() => void order()} onBack={close}>
          {isNothingLeft(draft) ? t('checkout:own.order') : t(checkoutMethod(method, 'order'), { price })}
        </ConfirmButtons>
      }
    >
      <dl className={styles.facts}>
        <Fact name={t('bookings:confirm.what')} text={<ItemsToDo items={itemsOf(basket)} />} />
        {when && <Fact name={t('bookings:confirm.comes')} text={whenWords(when, times, t, locale)} />}
        {chosen && <Fact name={t('bookings:confirm.where')} text={addressTitle(chosen.address)} />}
        <Fact name={t('bookings:totals.total')} text={formatAmd(basket.orderPrice + (tip ?? 0), locale)} />
        {!isNothingLeft(draft) && <Fact name={t('bookings:pay')} text={t(checkoutMethod(method, 'name'))} />}
      </dl>
    </SheetContent>
  )
}
