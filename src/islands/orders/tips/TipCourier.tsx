import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import { TIP_BOUNDS, TIP_CHOICES } from '#domain/orders/tip.ts'
import { orderMethod } from '#i18n/method-keys.ts'
import { CardLabel } from '#islands/cards/CardLabel.tsx'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { $cards, loadCards, usableCards } from '#stores/cards/cards.ts'
import { $onlineMethods, loadOnlineMethods } from '#stores/online-methods.ts'
import { giveTip } from '#stores/orders/tips.ts'
import styles from './tips.module.css'

const OTHER = 'other'

/** Modal `tip-courier`: a tip for whoever brought the order, by a saved card or any method that pays online. */
export const TipCourier = ({ params: { orderNumber }, close }: ModalProps<'tip-courier'>) => {
  const t = useT('tips', 'orders', 'states')
  const locale = useLocale()
  const state = useStore(giveTip.$state)
  const methods = useStore($onlineMethods)
  const cards = usableCards(useStore($cards))
  const [chosen, setChosen] = useState<string>(String(TIP_CHOICES[0]))
  const [own, setOwn] = useState('')
  const [way, setWay] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    giveTip.reset()
    void loadOnlineMethods()
    void loadCards()
  }, [])
  const price = (amd: number): string => formatAmd(amd, locale)
  const amount = Number(chosen === OTHER ? own : chosen)
  const isAmount = Number.isInteger(amount) && amount >= TIP_BOUNDS.min && amount <= TIP_BOUNDS.max
  const range = t('tips:range', { least: price(TIP_BOUNDS.min), most: price(TIP_BOUNDS.max) })
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
    void giveTip.submit(tip).then((given) => given && close())
  }
  return (
    <SheetContent
      title={t('tips:title')}
      footer={
        <Button look="brand" wide pending={state.state === 'pending'} onClick={give}>
          {isAmount ? t('tips:give', { price: price(amount) }) : t('tips:giveNothing')}
        </Button>
      }
    >
      <p>{t('tips:text')}</p>
      <Choice
        kind="radio"
        legend={t('tips:amount')}
        options={[...TIP_CHOICES.map((value) => ({ value: String(value), label: price(value) })), { value: OTHER, label: t('tips:other') }]}
        chosen={[chosen]}
        onChoose={([value]) => setChosen(value ?? OTHER)}
      />
      {chosen === OTHER && (
        <Field
          label={t('tips:own')}
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
          legend={t('tips:method')}
          error={isShown && !selected ? t('tips:noMethod') : undefined}
          options={ways}
          chosen={selected ? [selected.value] : []}
          onChoose={([value]) => setWay(value ?? null)}
        />
      ) : (
        <Skeleton lines={3} label={t('states:loading')} />
      )}
      <p className={styles.error} role="alert">
        {state.state === 'failed' && (state.failure.message || t('states:failedText'))}
      </p>
    </SheetContent>
  )
}
