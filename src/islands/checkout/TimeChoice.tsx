import { useEffect, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import { formatDay } from '#i18n/dates.ts'
import { Choice, Select } from '#islands/ui/forms/Choice.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $choices, type When } from '#stores/checkout/choices.ts'
import { clearRefusal } from '#stores/checkout/checkout.ts'
import { today } from '#stores/clock.ts'
import { $times, chooseWhen, loadSlots, reloadTimes, type Times } from '#stores/checkout/delivery-time.ts'
import { slotTime, whenWords } from './when-words.ts'
import styles from './checkout.module.css'

type Ready = Extract<Times, { state: 'ready' }>

/** Now with its minutes, or a date and a slot. */
export const TimeChoice = ({ when, legend }: { when: When | null; legend: string }) => {
  const t = useT('checkout')
  const locale = useLocale()
  const times = useStore($times)
  if (times.state === 'loading')
    return (
      <div className={styles.timesRoom}>
        <Skeleton lines={2} />
      </div>
    )
  if (times.state === 'failed')
    return <Failed text={times.failure.message || t('checkout:timesFailed')} onRetry={() => void reloadTimes()} />
  const later = times.suggested
  if (!times.now && !later) return <p role="alert">{t('checkout:noTimes')}</p>
  const choose = (kind: When['kind'] | undefined): void => {
    clearRefusal()
    if (kind === 'now') chooseWhen({ kind })
    else if (later && when?.kind !== 'slot') chooseWhen({ kind: 'slot', slot: later })
  }
  return (
    <div className={styles.times}>
      {times.now && (
        <Choice<When['kind']>
          kind="radio"
          legend={<span className="hidden-visually">{legend}</span>}
          options={[
            { value: 'now', label: whenWords({ kind: 'now' }, times, t, locale) },
            ...(later ? [{ value: 'slot' as const, label: t('checkout:atTime') }] : [])
          ]}
          chosen={when ? [when.kind] : []}
          onChoose={([kind]) => choose(kind)}
        />
      )}
      {when?.kind === 'slot' && <SlotSelects times={times} when={when} />}
    </div>
  )
}

const SlotSelects = ({ times, when: { slot } }: { times: Ready; when: Extract<When, { kind: 'slot' }> }) => {
  const t = useT('checkout', 'states')
  const locale = useLocale()
  /** The chosen date while its slots load. */
  const [loadingDate, setLoadingDate] = useState<string | null>(null)
  const latest = useRef('')
  const slots = times.slots[slot.date]
  const { date } = slot
  const missing = slots === undefined
  useEffect(() => {
    if (missing) void loadSlots(date)
  }, [date, missing])
  const slotsOf = async (day: string) => {
    await loadSlots(day)
    const now = $times.get()
    return now.state === 'ready' ? now.slots[day] : undefined
  }
  const chooseDay = async (day: string): Promise<void> => {
    const before = $choices.get().when
    latest.current = day
    setLoadingDate(day)
    // Loaded again when the times were reloaded meanwhile, for example for a new address.
    const [first] = (await slotsOf(day)) ?? (await slotsOf(day)) ?? []
    // A later choice made while loading wins.
    if (latest.current !== day) return
    setLoadingDate(null)
    if (first && $choices.get().when === before) chooseWhen({ kind: 'slot', slot: first })
  }
  const days = times.dates.includes(date) ? times.dates : [date, ...times.dates]
  return (
    <div className={styles.selects}>
      <Select
        label={t('checkout:day')}
        value={loadingDate ?? date}
        options={days.map((day) => ({ value: day, text: formatDay(day, today(), locale) }))}
        onValue={(day) => {
          clearRefusal()
          void chooseDay(day)
        }}
      />
      <Select
        label={t('checkout:time')}
        value={loadingDate ? '' : slot.time}
        error={slots?.length === 0 && !loadingDate ? t('checkout:noSlots') : undefined}
        {...(loadingDate ? { empty: t('states:loading') } : {})}
        options={loadingDate ? [] : (slots?.length ? slots : [slot]).map((one) => ({ value: one.time, text: slotTime(one) }))}
        onValue={(time) => {
          clearRefusal()
          const chosen = slots?.find((one) => one.time === time)
          if (chosen) chooseWhen({ kind: 'slot', slot: chosen })
        }}
      />
    </div>
  )
}
