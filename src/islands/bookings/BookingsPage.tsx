import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { BookedItem, Booking } from '#contract/bookings/calls.ts'
import { SERVICE_STATUS } from '#domain/bookings/booking.ts'
import { supplierPath, type PaymentMethodId } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { accountMethod } from '#i18n/method-keys.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import { Own } from '#islands/account/Own.tsx'
import type { CalendarEvent } from '#domain/time/calendar-file.ts'
import type { Translate } from '#i18n/keys.ts'
import { AddToCalendar } from '#islands/ui/links/AddToCalendar.tsx'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import {
  $bookingMethods,
  $bookings,
  agreeToPrice,
  cancelBooking,
  followBookings,
  loadBookingMethods,
  loadBookings
} from '#stores/bookings/bookings.ts'
import { countWords, Fact } from './BookingFacts.tsx'
import { BookingTotals } from './BookingTotals.tsx'
import { momentWords, windowWords } from './booking-words.ts'
import styles from './bookings.module.css'

/** Booked services: what happens to each, its price, and the answer to it. */
export const BookingsPage = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={['bookings']}>
    {() => <Bookings />}
  </Own>
)

const Bookings = () => {
  const t = useT('bookings', 'states')
  const locale = useLocale()
  const shown = useStore($bookings)
  useEffect(followBookings, [])
  if (shown.state === 'loading') return <Skeleton lines={8} label={t('states:loading')} />
  if (shown.state === 'failed') return <Failed text={shown.failure.message} onRetry={() => void loadBookings()} />
  if (shown.bookings.length === 0)
    return (
      <Empty picture="🧺" title={t('bookings:none.title')} text={t('bookings:none.text')}>
        <a className="button button-brand" href={localePath(locale, '/services')}>
          {t('bookings:emptyAction')}
        </a>
      </Empty>
    )
  return shown.bookings.map((booking) => <BookingCard key={booking.id} booking={booking} />)
}

const BookingCard = ({ booking }: { booking: Booking }) => {
  const t = useT('bookings', 'states')
  const locale = useLocale()
  const { id, number, supplier, branch, status, order, endedFor, endedWords, address } = booking
  const cancelling = useStore(cancelBooking.$state)
  const [isMine, setMine] = useState(false)
  const isPriced = status >= SERVICE_STATUS.UPDATED
  const isPaying = order?.payment === 'awaiting'
  return (
    <article className={styles.card} aria-labelledby={`booking-${id}`}>
      <header className={styles.head}>
        <h2 id={`booking-${id}`} className={styles.title}>
          {t('bookings:number', { number })}
        </h2>
        <p className={status === SERVICE_STATUS.CANCELLED ? styles.past : styles.status} aria-live="polite">
          {isPaying ? t('bookings:paying') : t(`bookings:status.${status}`)}
        </p>
      </header>
      <p>
        <a className={styles.link} href={localePath(locale, supplierPath(supplier.kind, supplier.alias))}>
          {supplier.name}
        </a>
      </p>
      {endedFor && <p>{t(`bookings:ended.${endedFor}`, { words: endedWords })}</p>}
      <dl className={styles.facts}>
        <Fact name={t('bookings:confirm.collect')} text={windowWords(booking.pickupFrom, booking.pickupTo, locale)} />
        <Fact name={t('bookings:confirm.bring')} text={windowWords(booking.deliveryFrom, booking.deliveryTo, locale)} />
        <Fact name={t('bookings:confirm.where')} text={address.line} />
        <div>
          <dt>
            {t('bookings:confirm.what')} ({t(`bookings:speeds.${booking.speed}`)})
          </dt>
          <dd>
            <ul className={styles.lines}>
              {booking.items.map((item, index) => (
                <Line key={index} item={item} isPriced={isPriced} />
              ))}
            </ul>
          </dd>
        </div>
        <Fact name={t(isPriced ? 'bookings:estimate' : 'bookings:confirm.price')} text={formatAmd(booking.estimate, locale)} />
      </dl>
      {isPriced && <BookingTotals totals={booking} />}
      {booking.canAgree && <Agreement booking={booking} />}
      {order && (
        <a className={isPaying ? 'button button-brand' : 'button'} href={localePath(locale, `/account/orders/${order.orderNumber}`)}>
          {t('bookings:toOrder', { number: order.orderNumber })}
        </a>
      )}
      <div className={styles.actions}>
        {status !== SERVICE_STATUS.CANCELLED && (
          <AddToCalendar name={number} events={calendarEvents(booking, t)} label={t('bookings:calendar')} />
        )}
        {booking.canCancel && (
          <Button
            pending={isMine && cancelling.state === 'pending'}
            onClick={() => {
              setMine(true)
              void cancelBooking.submit(id)
            }}
          >
            {t(booking.canAgree || isPriced ? 'bookings:decline' : 'bookings:cancel')}
          </Button>
        )}
      </div>
      <p role="alert">{isMine && failureWords(cancelling, t)}</p>
      <p className="muted">{t('bookings:questions', { phone: branch.phone })}</p>
    </article>
  )
}

/** When somebody comes for the things, and brings them back. */
const calendarEvents = ({ number, supplier, address, ...booking }: Booking, t: Translate): CalendarEvent[] => [
  {
    ...{ id: `${number}-1`, title: `${supplier.name}. ${t('bookings:confirm.collect')}`, place: address.line },
    ...{ from: Date.parse(booking.pickupFrom), to: Date.parse(booking.pickupTo) }
  },
  {
    ...{ id: `${number}-2`, title: `${supplier.name}. ${t('bookings:confirm.bring')}`, place: address.line },
    ...{ from: Date.parse(booking.deliveryFrom), to: Date.parse(booking.deliveryTo) }
  }
]

const Line = ({
  item: { name, quantity, bookedQuantity, unitId, totalPrice, selectedOptions },
  isPriced
}: {
  item: BookedItem
  isPriced: boolean
}) => {
  const t = useT('bookings')
  const locale = useLocale()
  const count = (amount: number): string => countWords(amount, unitId, locale)
  const options = selectedOptions.map((option) => option.name).join(', ')
  const counted =
    quantity === 0
      ? t('bookings:removed')
      : quantity === bookedQuantity
        ? count(quantity)
        : t('bookings:counted', { quantity: count(quantity), booked: count(bookedQuantity) })
  return (
    <li>
      <span>{options ? `${name} (${options})` : name}</span>
      <span className="muted">{counted}</span>
      {isPriced && quantity > 0 && <span>{formatAmd(totalPrice, locale)}</span>}
    </li>
  )
}

/** The price, how it is paid, and the answer to it. */
const Agreement = ({ booking }: { booking: Booking }) => {
  const t = useT('bookings', 'account', 'states')
  const locale = useLocale()
  const methods = useStore($bookingMethods)
  const agreeing = useStore(agreeToPrice.$state)
  const [chosen, setChosen] = useState<PaymentMethodId | null>(null)
  useEffect(() => void loadBookingMethods(), [])
  const method = methods?.find(({ id }) => id === chosen) ?? methods?.find(({ isDefault }) => isDefault) ?? methods?.[0]
  const price = formatAmd(booking.orderPrice, locale)
  return (
    <section className={styles.agreement} aria-label={t('bookings:agreeTitle', { price })}>
      <h3 className={styles.title}>{t('bookings:agreeTitle', { price })}</h3>
      {booking.agreeBefore && <p>{t('bookings:agreeText', { until: momentWords(booking.agreeBefore, locale) })}</p>}
      {methods ? (
        <Choice
          kind="radio"
          legend={t('bookings:pay')}
          options={methods.map(({ id, key, icon }) => ({
            value: id,
            label: (
              <span className={styles.method}>
                <MethodIcon name={icon} /> {t(accountMethod(key, 'name'))}
              </span>
            )
          }))}
          chosen={method ? [method.id] : []}
          onChoose={([id]) => setChosen(id ?? null)}
        />
      ) : (
        <Skeleton lines={2} />
      )}
      <p role="alert">{failureWords(agreeing, t)}</p>
      <Button
        look="brand"
        wide
        disabled={!method}
        pending={agreeing.state === 'pending'}
        onClick={() => method && void agreeToPrice.submit(booking, method.id)}
      >
        {t('bookings:agree', { price })}
      </Button>
    </section>
  )
}
