import { useEffect, useRef, useState } from 'react'
import type { Claim, NewClaim } from '#contract/claims/calls.ts'
import type { OrderDetails, OrderItem } from '#contract/orders/calls.ts'
import { quantityStep } from '#domain/basket.ts'
import { LINE_CLAIM_REASONS, MAX_CLAIM_COMMENT, type LineClaimReason } from '#domain/orders/claims.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { formatAmd } from '#domain/money.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { TextField } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Stepper } from '#islands/ui/Stepper.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { sendClaims } from '#stores/orders/claims.ts'
import styles from '../orders.module.css'

/** What was wrong with a delivered order, what was answered, and a form to say more. */
export const OrderClaims = ({ order, startsOpen }: { order: OrderDetails; startsOpen: boolean }) => {
  const t = useWords('claims', 'orders')
  const [isOpen, setOpen] = useState(startsOpen)
  const list = useRef<HTMLHeadingElement>(null)
  const close = (sent: boolean): void => {
    setOpen(false)
    if (sent) list.current?.focus()
  }
  return (
    <section className={styles.card}>
      {order.claims.length > 0 && (
        <>
          <h2 ref={list} tabIndex={-1} className={styles.helpTitle}>
            {t('claims:list')}
          </h2>
          <ul className={styles.items}>
            {order.claims.map((claim) => (
              <Said key={claim.id} claim={claim} />
            ))}
          </ul>
        </>
      )}
      {order.canClaim && !isOpen && <Button onClick={() => setOpen(true)}>{t('orders:claim')}</Button>}
      {order.canClaim && isOpen && <ClaimForm order={order} onClose={close} />}
    </section>
  )
}

const Said = ({ claim: { item, reason, state, refunded, answer, comment } }: { claim: Claim }) => {
  const t = useT('claims')
  const locale = useLocale()
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        {item ? `${item.name}: ${formatQuantity(item.quantity, item.unitId, locale)}` : t('claims:whole')}
        <span className={`muted ${styles.block}`}>{t(`claims:reason.${reason}`)}</span>
        <b className={styles.block}>{t(`claims:state.${state}`, { amount: formatAmd(refunded, locale) })}</b>
        {comment && <span className={`muted ${styles.block}`}>{comment}</span>}
        {answer && <span className={styles.block}>{t('claims:answer', { words: answer })}</span>}
      </span>
    </li>
  )
}

interface Chosen {
  reason: LineClaimReason
  quantity: number
}

const leftOf = ({ quantity, refunded }: OrderItem): number => quantity - refunded

const ClaimForm = ({ order, onClose }: { order: OrderDetails; onClose: (sent: boolean) => void }) => {
  const t = useT('claims')
  const locale = useLocale()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map())
  const [late, setLate] = useState<'late'[]>([])
  const [comment, setComment] = useState('')
  const [error, setError] = useState('')
  const [isPending, setPending] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  const said = new Set(order.claims.map(({ item }) => item?.id ?? null))
  const items = order.parts.flatMap((part) => part.items).filter((item) => leftOf(item) > 0 && !said.has(item.id))
  const choose = (ids: number[]): void => {
    setError('')
    setChosen(
      new Map(
        items
          .filter(({ id }) => ids.includes(id))
          .map((item) => [item.id, chosen.get(item.id) ?? { reason: 'missing', quantity: leftOf(item) }])
      )
    )
  }
  const change = (id: number, changed: Partial<Chosen>): void => {
    const before = chosen.get(id)
    if (before) setChosen(new Map(chosen).set(id, { ...before, ...changed }))
  }
  const send = async (): Promise<void> => {
    const lines = Array.from(chosen, ([itemId, one]): NewClaim => ({ itemId, ...one }))
    const claims = [...lines, ...late.map((reason): NewClaim => ({ reason }))]
    if (claims.length === 0) return setError(t('claims:none'))
    setPending(true)
    const refused = await sendClaims(order, claims, comment)
    setPending(false)
    if (refused) setError(refused.message)
    else onClose(true)
  }

  return (
    <form
      className={styles.claimForm}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2 ref={title} tabIndex={-1} className={styles.helpTitle}>
        {t('claims:title')}
      </h2>
      {items.length > 0 && (
        <Choice
          kind="checkbox"
          legend={t('claims:text')}
          options={items.map((item) => ({ value: item.id, label: item.name, note: formatQuantity(leftOf(item), item.unitId, locale) }))}
          chosen={[...chosen.keys()]}
          onChoose={choose}
        />
      )}
      {items.map((item) => {
        const one = chosen.get(item.id)
        if (!one) return null
        const step = quantityStep(item.unitId === WEIGHED_UNIT)
        return (
          <div key={item.id}>
            <Choice
              kind="radio"
              legend={t('claims:item', { name: item.name })}
              options={LINE_CLAIM_REASONS.map((reason) => ({ value: reason, label: t(`claims:reason.${reason}`) }))}
              chosen={[one.reason]}
              onChoose={([reason]) => reason && change(item.id, { reason })}
            />
            {leftOf(item) > step && (
              <Stepper
                name={t('claims:quantity', { name: item.name })}
                quantity={one.quantity}
                unitId={item.unitId}
                minimum={step}
                stock={leftOf(item)}
                onQuantity={(quantity) => change(item.id, { quantity })}
              />
            )}
          </div>
        )
      })}
      {!said.has(null) && (
        <Choice
          kind="checkbox"
          legend={t('claims:whole')}
          options={[{ value: 'late', label: t('claims:reason.late') }]}
          chosen={late}
          onChoose={(value) => {
            setError('')
            setLate(value)
          }}
        />
      )}
      <TextField label={t('claims:comment')} hint={t('claims:hint')} value={comment} onValue={setComment} maxLength={MAX_CLAIM_COMMENT} />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <div className={styles.claimButtons}>
        <Button look="brand" type="submit" pending={isPending}>
          {t('claims:send')}
        </Button>
        <Button onClick={() => onClose(false)}>{t('claims:cancel')}</Button>
      </div>
    </form>
  )
}
