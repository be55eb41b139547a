import { useEffect, useRef, useState } from 'react'
import type { NewClaim } from '#contract/claims/calls.ts'
import type { OrderDetails, OrderItem } from '#contract/orders/calls.ts'
import { quantityStep } from '#domain/basket.ts'
import { LINE_CLAIM_REASONS, MAX_CLAIM_COMMENT, type LineClaimReason, type RefundAs } from '#domain/orders/claims.ts'
import { WEIGHED_UNIT } from '#domain/enums.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { TextField } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Stepper } from '#islands/ui/Stepper.tsx'
import { sendClaims } from '#stores/orders/claims.ts'
import { Photos, type Photo } from './Photos.tsx'
import { reasonKey } from './claim-words.ts'
import styles from '../orders.module.css'

interface Chosen {
  reason: LineClaimReason
  quantity: number
}

const leftOf = ({ quantity, refunded }: OrderItem): number => quantity - refunded

/** The lines and what is wrong with them, words, photos, and how money is to come back. */
export const ClaimForm = ({ order, onClose }: { order: OrderDetails; onClose: (sent: boolean) => void }) => {
  const t = useT('claims')
  const locale = useLocale()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map())
  const [late, setLate] = useState<'late'[]>([])
  const [comment, setComment] = useState('')
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [refundAs, setRefundAs] = useState<RefundAs>('money')
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
    if (photos.some(({ id }) => id === null)) return setError(t('claims:photos.wait'))
    setPending(true)
    const refused = await sendClaims(order, { claims, comment, photos: photos.flatMap(({ id }) => id ?? []), refundAs })
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
              options={LINE_CLAIM_REASONS.map((reason) => ({ value: reason, label: t(reasonKey(order, reason)) }))}
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
      {chosen.size > 0 && (
        <Choice
          kind="radio"
          legend={t('claims:refundAs.title')}
          options={[
            { value: 'money', label: t('claims:refundAs.money') },
            {
              value: 'points',
              label: (
                <>
                  {t('claims:refundAs.points')} <span className={`muted ${styles.block}`}>{t('claims:refundAs.rate')}</span>
                </>
              )
            }
          ]}
          chosen={[refundAs]}
          onChoose={([value]) => value && setRefundAs(value)}
        />
      )}
      <Photos orderId={order.id} photos={photos} onPhotos={setPhotos} />
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
