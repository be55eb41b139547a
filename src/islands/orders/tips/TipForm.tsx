import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import { TIP_BOUNDS, TIP_CHOICES } from '#domain/orders/tip.ts'
import { orderMethod } from '#i18n/method-keys.ts'
import { CardLabel } from '#islands/cards/CardLabel.tsx'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { PAYMENT_NOTES } from '#islands/payments/payment-notes.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { $cards, loadCards, usableCards } from '#stores/cards/cards.ts'
import type { PaymentNote } from '#stores/orders/order-actions.ts'
import { $tipMethods, giveTip, loadTipMethods } from '#stores/orders/tips.ts'
import styles from './tips.module.css'

const OTHER = 'other'

/** A tip for whoever brought the order, by a saved card or any method that pays online. */
export const TipForm = ({ orderNumber }: { orderNumber: string }) => {
  const t = useWords('orderInfo', 'orders', 'paying', 'states')
  const locale = useLocale()
  const state = useStore(giveTip.$state)
  const methods = useStore($tipMethods)
  const cards = usableCards(useStore($cards))
  const [chosen, setChosen] = useState<string>(String(TIP_CHOICES[0]))
  const [own, setOwn] = useState('')
  const [way, setWay] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [note, setNote] = useState<PaymentNote | null>(null)
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    giveTip.reset()
    void loadTipMethods()
    void loadCards()
  }, [])
  const price = (amd: number): string => formatAmd(amd, locale)
  const amount = Number(chosen === OTHER ? own : chosen)
  const isAmount = Number.isInteger(amount) && amount >= TIP_BOUNDS.min && amount <= TIP_BOUNDS.max
  const range = t('orderInfo:tip.range', { least: price(TIP_BOUNDS.min), most: price(TIP_BOUNDS.max) })
  const byCard = methods?.find(({ savesCards }) => savesCards)
  const ways = [
    ...(byCard
      ? cards.map((card) => ({ value: `card:${card.id}`, paymentId: byCard.id, boundCardId: card.id, label: <CardLabel card={card} /> }))
      : []),
    ...(methods ?? []).map(({ id, key, icon }) => ({
      value: `method:${id}`,
      paymentId: id,
      boundCardId: undefined,
      label: (
        <span className={styles.method}>
          <MethodIcon name={icon} /> {t(orderMethod(key, 'by'))}
        </span>
      )
    }))
  ]
  const selected = ways.find(({ value }) => value === way) ?? ways[0]
  const give = (): void => {
    setShown(true)
    if (!isAmount || !selected) return
    const { paymentId, boundCardId } = selected
    const tip = { orderNumber, amount, paymentId, ...(boundCardId === undefined ? {} : { boundCardId }) }
    setNote(null)
    void giveTip.submit(tip).then(setNote)
  }
  return (
    <form
      className={styles.form}
      noValidate
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <h2 id={title} ref={heading} tabIndex={-1} className={styles.title}>
        {t('orderInfo:tip.title')}
      </h2>
      <p>{t('orderInfo:tip.text')}</p>
      <Choice
        kind="radio"
        legend={t('orderInfo:tip.amount')}
        options={[
          ...TIP_CHOICES.map((value) => ({ value: String(value), label: price(value) })),
          { value: OTHER, label: t('orderInfo:tip.other') }
        ]}
        chosen={[chosen]}
        onChoose={([value]) => setChosen(value ?? OTHER)}
      />
      {chosen === OTHER && (
        <Field
          label={t('orderInfo:tip.own')}
          inputMode="numeric"
          value={own}
          onChange={(event) => setOwn(event.target.value.replace(/\s/g, ''))}
          hint={range}
          error={isShown && !isAmount ? range : undefined}
        />
      )}
      {methods ? (
        <Choice
          kind="radio"
          legend={t('orderInfo:tip.method')}
          error={isShown && !selected ? t('orderInfo:tip.noMethod') : undefined}
          options={ways}
          chosen={selected ? [selected.value] : []}
          onChoose={([value]) => setWay(value ?? null)}
        />
      ) : (
        <Skeleton lines={3} label={t('states:loading')} />
      )}
      <p className={styles.error} role="alert">
        {state.state === 'failed' ? state.failure.message || t('states:failedText') : note && t(PAYMENT_NOTES[note])}
      </p>
      <Button look="brand" type="submit" wide pending={state.state === 'pending'}>
        {isAmount ? t('orderInfo:tip.give', { price: price(amount) }) : t('orderInfo:tip.giveNothing')}
      </Button>
    </form>
  )
}
