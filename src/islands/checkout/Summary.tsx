import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import type { Locale } from '#domain/locale.ts'
import { DEFAULT_METHOD } from '#domain/payment-method.ts'
import type { Translate } from '#i18n/keys.ts'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { PromoCode } from '#islands/baskets/PromoCode.tsx'
import { TotalsBlock } from '#islands/baskets/TotalsBlock.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { addressTitle } from '#stores/addresses/address-form.ts'
import { fulfilmentOfBasket, isOfTickets, isPickup, needsNoAddress } from '#stores/baskets/mode.ts'
import { entriesOf, isMembersShort, shortItems } from '#stores/baskets/lines.ts'
import { amountDue, isNothingLeft, type Draft, type OrderStep } from '#stores/checkout/place-order.ts'
import { payableOf } from '#stores/checkout/split-own-money.ts'
import type { Placing } from '#stores/checkout/checkout.ts'
import { $times } from '#stores/checkout/delivery-time.ts'
import { pointsVariables } from '#islands/wallet/points-words.ts'
import { openModal } from '#stores/modals.ts'
import { partId } from './Part.tsx'
import { Refusal } from './Refusal.tsx'
import { FreeDeliveryOffer } from './own-money/FreeDeliveryOffer.tsx'
import { SummaryLines } from './SummaryLines.tsx'
import { whenWords } from './when-words.ts'
import styles from './checkout.module.css'

interface SummaryProps {
  draft: Draft
  placing: Placing
  /** What the button does. */
  step: OrderStep
  /** Another operation must finish first. */
  busy: boolean
  onPress: () => void
}

/** The button's words: what is missing, else the order with its amount. */
const stepWords = (step: OrderStep, draft: Draft, t: Translate, locale: Locale): string => {
  const { basket, payment } = draft
  const { ownShare } = basket
  const price = formatAmd(amountDue(draft), locale)
  switch (step.kind) {
    case 'signIn':
      return t('checkout:signInOrder', { price })
    case 'address':
      return t('checkout:chooseAddress')
    case 'branches':
      return t('checkout:pickup.one')
    case 'tooFar':
      return t('checkout:chooseOtherAddress')
    case 'time':
      return t('checkout:atTime')
    case 'stock':
    case 'membersStock':
      return t('basket:stock.show')
    case 'minimum':
      return t('basket:part.toMinimum', { price: formatAmd(step.missing, locale), supplier: step.supplier.name })
    default:
      if (ownShare !== undefined) return t(amountDue(draft) > 0 ? 'checkout:shares.go' : 'checkout:shares.goFree', { price })
      if (fulfilmentOfBasket(basket) === 'service') return t('checkout:service.review', { price })
      if (isNothingLeft(draft)) return t('checkout:own.order')
      return t(checkoutMethod((payment ?? DEFAULT_METHOD).key, 'order'), { price })
  }
}
const PRICED: readonly OrderStep['kind'][] = ['signIn', 'order', 'overloaded']

/** Items, price, and the order button with action and amount. */
export const Summary = ({ draft, step, placing, busy, onPress }: SummaryProps) => {
  const t = useT('checkout', 'basket')
  const locale = useLocale()
  const { basket, signedIn, tip } = draft
  const total = basket.orderPrice + (tip ?? 0)
  const isShort = shortItems(basket).length > 0
  const offer = draft.own?.points.freeDelivery
  const sending = placing.state === 'sending'
  // Before the times are loaded a press could only report a missing time.
  const waiting = useStore($times).state === 'loading' && signedIn && (draft.chosen !== null || needsNoAddress(basket)) && !draft.when
  const shown: OrderStep = waiting ? { kind: 'order' } : step
  return (
    <section className={`${styles.part} ${styles.summary}`} aria-labelledby={partId('summary')}>
      <h2 id={partId('summary')} className={styles.title} tabIndex={-1}>
        {t('checkout:summary')}
      </h2>
      <SummaryLines basket={basket} />
      <Answers draft={draft} isTooFar={step.kind === 'tooFar'} />
      {offer && !basket.voucher && <FreeDeliveryOffer offer={offer} />}
      {signedIn && <PromoCode basket={basket} />}
      <TotalsBlock
        totals={tip ? { ...basket, totalTip: tip, orderPrice: total } : basket}
        settling={draft.settling}
        deliveries={entriesOf(basket).length}
        hasAddress={draft.chosen !== null}
        fulfilment={fulfilmentOfBasket(basket)}
      />
      {basket.ownShare !== undefined && (
        <p className={styles.notice}>
          {t(basket.ownShare > 0 ? 'checkout:shares.note' : 'checkout:shares.noteNone', { price: formatAmd(basket.ownShare, locale) })}
        </p>
      )}
      {draft.own && <OwnMoneyRows own={draft.own} total={payableOf(basket)} due={amountDue(draft)} />}
      {(isShort || isMembersShort(basket)) && (
        <p className={styles.notice} aria-live="polite">
          <span>
            {t('checkout:stockTitle')}.{' '}
            <button className={styles.link} type="button" onClick={() => openModal(isShort ? 'out-of-stock-info' : 'group-order')}>
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
        <div className={styles.order}>
          {!PRICED.includes(shown.kind) && (
            <p className={styles.due}>
              <span>{t('basket:totals.total')}</span> <b>{formatAmd(total, locale)}</b>
            </p>
          )}
          <Button look="brand" wide pending={sending || busy || draft.settling || waiting} onClick={onPress}>
            {sending ? t('checkout:placing') : stepWords(shown, draft, t, locale)}
          </Button>
        </div>
      )}
    </section>
  )
}

/** What gift cards, points and the corporate wallet pay, what is `due` otherwise, and what the order earns; who pays with them earns less. */
const OwnMoneyRows = ({ own, total, due }: { own: NonNullable<Draft['own']>; total: number; due: number }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const { giftCards, points, corporate, isOn, left } = own
  const earned = isOn ? Math.floor((points.earns * left) / total) : points.earns
  const rows = [
    { ...giftCards, name: t('checkout:own.row') },
    { ...points, name: t('checkout:points.row') },
    ...(corporate ? [{ ...corporate, name: t('checkout:own.corporateRow') }] : [])
  ].filter((row) => row.isOn)
  return (
    <>
      {rows.map(({ name, covers }) => (
        <p key={name} className={styles.points}>
          <span>{name}</span> <span>{formatAmd(-covers, locale)}</span>
        </p>
      ))}
      {isOn && (
        <p className={styles.points}>
          <span>{t('checkout:points.left')}</span> <b>{formatAmd(due, locale)}</b>
        </p>
      )}
      {earned > 0 && (
        <p className="muted">{t('checkout:points.earns', { points: t('checkout:points.count', pointsVariables(earned, locale)) })}</p>
      )}
      {points.earnsDelivery && left > 0 && <p className="muted">{t('checkout:points.delivery')}</p>}
      {points.tickets > 0 && left > 0 && <p className="muted">{t('checkout:points.tickets', { count: points.tickets })}</p>}
    </>
  )
}

/** Address, time and payment, each with a button to change it. */
const Answers = ({ draft: { basket, chosen, when, payment, own }, isTooFar }: { draft: Draft; isTooFar: boolean }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const times = useStore($times)
  const answers = [
    isPickup(basket)
      ? {
          icon: <Icon name="pin" />,
          name: t('checkout:pickup.where'),
          text: entriesOf(basket).find((entry) => entry.pickup)?.pickup?.address,
          modal: 'supplier-branches' as const
        }
      : {
          icon: <Icon name="pin" />,
          name: t(fulfilmentOfBasket(basket) === 'service' ? 'checkout:service.where' : 'checkout:where'),
          text: chosen && addressTitle(chosen.address),
          modal: 'address-search' as const
        },
    {
      icon: <Icon name="clock" />,
      name: t('checkout:when'),
      text: !isTooFar && when && whenWords(when, times, t, locale),
      modal: 'delivery-time'
    },
    {
      icon: <MethodIcon name={(payment ?? DEFAULT_METHOD).icon} />,
      name: t('checkout:pay'),
      text: payment && t(checkoutMethod(payment.key, 'name')),
      modal: 'choose-payments'
    }
  ] as const
  return (
    <ul className={styles.answers}>
      {answers
        .filter(({ modal }) => (modal === 'choose-payments' ? !isNothingLeft({ basket, own }) : !isOfTickets(basket)))
        .map(({ icon, name, text, modal }) => (
          <li key={modal}>
            {icon}
            <span className={styles.what}>{text || name}</span>
            <button className={styles.link} type="button" aria-label={`${t('checkout:change')}, ${name}`} onClick={() => openModal(modal)}>
              {t('checkout:change')}
            </button>
          </li>
        ))}
    </ul>
  )
}
