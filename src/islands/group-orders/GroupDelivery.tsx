import { useEffect, useRef, useState } from 'react'
import type { GroupOrderInfo, WantedDelivery } from '#contract/group-orders/calls.ts'
import { slotWordsInside } from '#islands/checkout/when-words.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { Failure } from '#stores/errors.ts'
import { changeDelivery } from '#stores/group-orders/delivery.ts'
import { DELIVERY_FIELDS, DeliveryFields } from './DeliveryFields.tsx'
import { Pending } from './Pending.tsx'
import styles from './group-orders.module.css'

/** Where and when it comes; the initiator can change that until the list is ordered. */
export const GroupDelivery = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const locale = useLocale()
  /** While it is changed: in how many minutes the list closes. */
  const [inMinutes, setInMinutes] = useState<number | null>(null)
  const { address, slot, isLate } = info.delivery
  const isOwner = info.role === 'owner'
  const box = useRef<HTMLElement>(null)
  const wasChanging = useRef(false)
  const isChanging = inMinutes !== null
  // The pressed button is gone each time: its replacement has the focus.
  useEffect(() => {
    if (isChanging !== wasChanging.current) (isChanging ? box.current : box.current?.querySelector('button'))?.focus()
    wasChanging.current = isChanging
  }, [isChanging])
  if (isChanging && isOwner)
    return (
      <section ref={box} className={styles.deliveryForm} aria-label={t('group:delivery.change')} tabIndex={-1}>
        <ChangeDelivery info={info} inMinutes={inMinutes} onDone={() => setInMinutes(null)} />
      </section>
    )
  return (
    <section ref={box} className={styles.delivery}>
      <p>
        <Icon name="pin" /> {address ? [address.street, address.city].filter(Boolean).join(', ') : t('group:delivery.noAddress')}
      </p>
      <p className={isLate ? styles.warning : undefined}>
        <Icon name={isLate ? 'alert' : 'clock'} />{' '}
        {slot ? t(isLate ? 'group:delivery.late' : 'group:delivery.at', { time: slotWordsInside(slot, locale) }) : t('group:delivery.soon')}
      </p>
      {isOwner && <Button onClick={() => setInMinutes(minutesTo(info.deadline))}>{t('group:delivery.change')}</Button>}
    </section>
  )
}

const minutesTo = (deadline: string | null): number =>
  deadline === null ? 0 : Math.max(0, Math.ceil((Date.parse(deadline) - Date.now()) / 60_000))

const ChangeDelivery = ({ info, inMinutes, onDone }: { info: GroupOrderInfo; inMinutes: number; onDone: () => void }) => {
  const t = useT('group', 'states')
  const { address, slot, isLate } = info.delivery
  const [wanted, setWanted] = useState<WantedDelivery>({
    ...(address && { addressId: address.id }),
    ...(slot && !isLate && { deliveryDate: slot.date, deliveryTime: slot.time })
  })
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = async (): Promise<void> => {
    const refused = await changeDelivery(wanted)
    setFailure(refused)
    if (!refused) onDone()
  }
  return (
    <>
      <DeliveryFields supplierId={info.supplierId} inMinutes={inMinutes} wanted={wanted} failure={failure} onChange={setWanted} />
      {failure && !DELIVERY_FIELDS.includes(failure.field ?? '') && <p role="alert">{failure.message || t('states:failedText')}</p>}
      <div className={styles.deliveryButtons}>
        <Pending look="brand" work={save}>
          {t('group:delivery.save')}
        </Pending>
        <Button onClick={onDone}>{t('group:delivery.keep')}</Button>
      </div>
    </>
  )
}
