import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { TotalsBlock } from '#islands/baskets/TotalsBlock.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { addressTitle } from '#stores/addresses/address-form.ts'
import { shortItems } from '#stores/baskets/lines.ts'
import type { Draft } from '#stores/checkout/place-order.ts'
import type { Placing } from '#stores/checkout/checkout.ts'
import { $times } from '#stores/checkout/delivery-time.ts'
import { openModal } from '#stores/modals.ts'
import { partId } from './Part.tsx'
import { Refusal } from './Refusal.tsx'
import { SummaryLines } from './SummaryLines.tsx'
import { whenWords } from './when-words.ts'
import styles from './checkout.module.css'

interface SummaryProps {
  draft: Draft
  placing: Placing
  /** Another operation must finish first. */
  busy: boolean
  onPlace: () => void
}

/** Items, price, and the order button with action and amount. */
export const Summary = ({ draft, placing, busy, onPlace }: SummaryProps) => {
  const t = useT('checkout')
  const locale = useLocale()
  const { basket, payment, signedIn } = draft
  const price = formatAmd(basket.orderPrice, locale)
  const { key } = payment ?? DEFAULT_METHOD
  const sending = placing.state === 'sending'
  // Before the times are loaded a press could only report a missing time.
  const waiting = useStore($times).state === 'loading' && signedIn && draft.chosen !== null && !draft.when
  const label = signedIn ? checkoutMethod(key, 'order') : 'checkout:signInOrder'
  return (
    <section className={`${styles.part} ${styles.summary}`} aria-labelledby={partId('summary')}>
      <h2 id={partId('summary')} className={styles.title} tabIndex={-1}>
        {t('checkout:summary')}
      </h2>
      <SummaryLines basket={basket} />
      <Answers draft={draft} />
      <TotalsBlock totals={basket} />
      {shortItems(basket).length > 0 && (
        <p className={styles.notice} aria-live="polite">
          <span>
            {t('checkout:stockTitle')}.{' '}
            <button className={styles.link} type="button" onClick={() => openModal('out-of-stock-info')}>
              {t('checkout:change')}
            </button>
          </span>
        </p>
      )}
      {basket.isOverloaded && (
        <p className={styles.notice} aria-live="polite">
          {t('checkout:overloaded')}
        </p>
      )}
      {(placing.state === 'refused' || placing.state === 'unanswered') && <Refusal placing={placing} draft={draft} />}
      {!(placing.state === 'refused' && placing.changes.length > 0) && (
        <Button look="brand" wide pending={sending || busy || draft.settling || waiting} onClick={onPlace}>
          {sending ? t('checkout:placing') : t(label, { price })}
        </Button>
      )}
    </section>
  )
}

/** Address, time and payment, each with a button to change it. */
const Answers = ({ draft: { chosen, when, payment } }: { draft: Draft }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const times = useStore($times)
  const answers = [
    { icon: 'pin', name: t('checkout:where'), text: chosen && addressTitle(chosen.address), modal: 'address-search' },
    { icon: 'clock', name: t('checkout:when'), text: when && whenWords(when, times, t, locale), modal: 'delivery-time' },
    {
      icon: (payment ?? DEFAULT_METHOD).icon,
      name: t('checkout:pay'),
      text: payment && t(checkoutMethod(payment.key, 'name')),
      modal: 'choose-payments'
    }
  ] as const
  return (
    <ul className={styles.answers}>
      {answers.map(({ icon, name, text, modal }) => (
        <li key={modal}>
          <Icon name={icon} />
          <span className={styles.what}>{text || name}</span>
          <button className={styles.link} type="button" aria-label={`${t('checkout:change')}: ${name}`} onClick={() => openModal(modal)}>
            {t('checkout:change')}
          </button>
        </li>
      ))}
    </ul>
  )
}
