import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { Basket } from '#contract/baskets/calls.ts'
import type { BookableWindow } from '#contract/bookings/calls.ts'
import { ORDER_MODE, supplierPath } from '#domain/enums.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDay } from '#i18n/dates.ts'
import { Own } from '#islands/account/Own.tsx'
import { SavedAddresses } from '#islands/addresses/SavedAddresses.tsx'
import { useAddresses } from '#islands/addresses/use-addresses.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice, Select } from '#islands/ui/forms/Choice.tsx'
import { TextField } from '#islands/ui/forms/Field.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { loadAddresses } from '#stores/addresses/addresses.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { $basket } from '#stores/baskets/shown.ts'
import {
  $bookingTimes,
  $choice,
  $plan,
  chooseBooking,
  choosePickup,
  hasPlace,
  loadBookingTimes,
  startBooking,
  type BookingPlan
} from '#stores/bookings/book.ts'
import { today } from '#stores/clock.ts'
import { openModal } from '#stores/modals.ts'
import { ItemsToDo } from './BookingFacts.tsx'
import { BookingTotals } from './BookingTotals.tsx'
import { timesOf } from './booking-words.ts'
import styles from './bookings.module.css'

/** When things are fetched and brought back, how fast, and where; then it is checked and booked. */
export const BookPage = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={['bookings', 'address', 'basket']}>
    {() => <Book />}
  </Own>
)

const MAX_COMMENT = 500

const Book = () => {
  const t = useT('bookings', 'states')
  const state = useStore($basket)
  useEffect(startBooking, [])
  if (state.state === 'failed') return <Failed text={state.failure.message} onRetry={() => void loadBasket()} />
  if (state.state !== 'ready') return <Skeleton lines={8} label={t('states:loading')} />
  const { basket } = state
  if (basket.status !== 'fill' || basket.orderMode.orderMode !== ORDER_MODE.SERVICE) return <NothingToBook />
  return (
    <div className={styles.book}>
      <div className={styles.parts}>
        <Where />
        <When />
      </div>
      <Summary basket={basket} />
    </div>
  )
}

const NothingToBook = () => {
  const t = useT('bookings')
  return (
    <Empty picture="🧺" title={t('bookings:emptyTitle')} text={t('bookings:emptyText')}>
      <a className="button button-brand" href={localePath(useLocale(), '/services')}>
        {t('bookings:emptyAction')}
      </a>
      <a className="button" href={localePath(useLocale(), '/account/bookings')}>
        {t('bookings:toBookings')}
      </a>
    </Empty>
  )
}

const Where = () => {
  const t = useT('bookings', 'address')
  const known = useAddresses()
  const { addresses } = known
  return (
    <section className={styles.part} aria-labelledby="booking-where">
      <h2 id="booking-where" className={styles.title}>
        {t('bookings:where')}
      </h2>
      {addresses.state === 'failed' && <Failed text={addresses.failure.message} onRetry={() => void loadAddresses()} />}
      {addresses.state === 'loading' && <Skeleton lines={2} />}
      {addresses.state === 'ready' && addresses.list.length > 0 && <SavedAddresses known={known} legend={t('bookings:where')} />}
      <p>
        <Button onClick={() => openModal('address-search', { isNew: true })}>
          <Icon name="plus" /> {t('bookings:anotherAddress')}
        </Button>
      </p>
    </section>
  )
}

const When = () => {
  const t = useT('bookings')
  const locale = useLocale()
  const times = useStore($bookingTimes)
  const plan = useStore($plan)
  const { comment } = useStore($choice)
  if (times.state === 'failed') return <Failed text={times.failure.message} onRetry={() => void loadBookingTimes()} />
  if (times.state === 'loading' || !plan) return <Skeleton lines={6} />
  if (times.times.dates.length === 0) return <p role="alert">{t('bookings:noTimes')}</p>
  const { dates, windows, speeds } = times.times
  return (
    <>
      <section className={styles.part} aria-labelledby="booking-collect">
        <h2 id="booking-collect" className={styles.title}>
          {t('bookings:collect')}
        </h2>
        <WindowSelects
          dates={dates}
          date={plan.pickupDate}
          windows={windows}
          chosen={plan.pickup}
          onDate={(date) => choosePickup({ date })}
          onTime={(time) => choosePickup({ date: plan.pickupDate, time })}
        />
      </section>
      {speeds.length > 1 && (
        <section className={styles.part} aria-labelledby="booking-speed">
          <h2 id="booking-speed" className={styles.title}>
            {t('bookings:speed')}
          </h2>
          <Choice
            kind="radio"
            legend={<span className="hidden-visually">{t('bookings:speed')}</span>}
            options={speeds.map(({ speed, hours, factor, orderPrice, windows: back }) => ({
              value: speed,
              disabled: !back.some(hasPlace),
              label: (
                <span className={styles.speed}>
                  <span className={styles.strong}>{t(`bookings:speeds.${speed}`)}</span>
                  <span className="muted">
                    {back.some(hasPlace) ? t(`bookings:speedAbout.${speed}`, { hours, factor }) : t('bookings:speedClosed')}
                  </span>
                </span>
              ),
              note: t('bookings:about', { price: formatAmd(orderPrice, locale) })
            }))}
            chosen={plan.speed ? [plan.speed.speed] : []}
            onChoose={([speed]) => speed && chooseBooking({ speed })}
          />
        </section>
      )}
      {plan.speed && (
        <section className={styles.part} aria-labelledby="booking-bring">
          <h2 id="booking-bring" className={styles.title}>
            {t('bookings:bring')}
          </h2>
          <WindowSelects
            dates={plan.backDates}
            date={plan.back?.date ?? ''}
            windows={plan.speed.windows.filter(({ date }) => date === plan.back?.date)}
            chosen={plan.back}
            onDate={(date) => chooseBooking({ back: { date } })}
            onTime={(time) => chooseBooking({ back: { date: plan.back?.date ?? '', time } })}
          />
        </section>
      )}
      <TextField
        label={t('bookings:comment')}
        value={comment}
        onValue={(value) => chooseBooking({ comment: value })}
        maxLength={MAX_COMMENT}
      />
    </>
  )
}

interface WindowSelectsProps {
  dates: readonly string[]
  date: string
  windows: readonly BookableWindow[]
  chosen: BookableWindow | null
  onDate: (date: string) => void
  onTime: (time: string) => void
}

/** A day and a window of it; those without a place are shown, not to be chosen. */
const WindowSelects = ({ dates, date, windows, chosen, onDate, onTime }: WindowSelectsProps) => {
  const t = useT('bookings')
  const locale = useLocale()
  const state = useStore($basket)
  const supplier = state.state === 'ready' ? entriesOf(state.basket)[0]?.supplier : undefined
  const full = windows.filter((window) => !hasPlace(window)).map(({ from, to }) => ({ from, to }))
  return (
    <div className={styles.selects}>
      <Select
        label={t('bookings:day')}
        value={date}
        options={dates.map((day) => ({ value: day, text: formatDay(day, today(), locale) }))}
        onValue={(day) => day && onDate(day)}
      />
      <Select
        label={t('bookings:time')}
        value={chosen?.time ?? ''}
        error={chosen ? undefined : t('bookings:noPlaces')}
        {...(chosen ? {} : { empty: '' })}
        options={windows.map((window) => ({
          value: window.time,
          text: hasPlace(window) ? timesOf(window) : t('bookings:full', { time: timesOf(window) }),
          disabled: !hasPlace(window)
        }))}
        onValue={(time) => time && onTime(time)}
      />
      {full.length > 0 && supplier && (
        <Button onClick={() => openModal('notify', { supplierId: supplier.id, name: supplier.name, windows: full })}>
          {t('bookings:tellMe')}
        </Button>
      )}
    </div>
  )
}

const Summary = ({ basket }: { basket: Basket }) => {
  const t = useT('bookings', 'basket')
  const locale = useLocale()
  const plan = useStore($plan)
  const { session, chosen } = useAddresses()
  const [entry] = entriesOf(basket)
  if (!entry) return null
  const { supplier, missingToMinimum, outOfArea, items } = entry
  const path = localePath(locale, supplierPath(supplier.kind, supplier.alias))
  const hasAddress = session.state === 'user' && chosen !== null && chosen.id !== null
  return (
    <section className={styles.summary} aria-labelledby="booking-summary">
      <h2 id="booking-summary" className={styles.title}>
        {t('bookings:summary')}
      </h2>
      <p>
        <a className={styles.link} href={path}>
          {supplier.name}
        </a>
      </p>
      <ItemsToDo items={items} />
      {plan?.speed && <BookingTotals totals={plan.speed} />}
      <p className="muted">{t('bookings:aboutText')}</p>
      <Next plan={plan} missing={missingToMinimum} outOfArea={outOfArea} hasAddress={hasAddress} supplier={supplier.name} path={path} />
    </section>
  )
}

interface NextProps {
  plan: BookingPlan | null
  missing: number
  outOfArea: boolean
  hasAddress: boolean
  supplier: string
  path: string
}

/** The button, or what keeps the booking from it. */
const Next = ({ plan, missing, outOfArea, hasAddress, supplier, path }: NextProps) => {
  const t = useT('bookings', 'basket')
  const locale = useLocale()
  if (missing > 0)
    return (
      <>
        <p role="alert">{t('bookings:minimum', { price: formatAmd(missing, locale), supplier })}</p>
        <a className="button button-brand" href={path}>
          {t('basket:part.toMinimum', { price: formatAmd(missing, locale), supplier })}
        </a>
      </>
    )
  if (!hasAddress || outOfArea)
    return (
      <>
        {outOfArea && <p role="alert">{t('bookings:tooFar', { supplier })}</p>}
        <Button look="brand" wide onClick={() => openModal('address-search', { isNew: true })}>
          {t('bookings:noAddress')}
        </Button>
      </>
    )
  const isReady = plan !== null && plan.pickup !== null && plan.back !== null
  return (
    <Button look="brand" wide disabled={!isReady} onClick={() => openModal('cosmo-confirm-order', {})}>
      {t('bookings:review')}
    </Button>
  )
}
