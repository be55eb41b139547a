import type { ReactNode } from 'react'
import type { GroupOrderInfo, GroupOrderProgress } from '#contract/group-orders/calls.ts'
import { localePath } from '#domain/locale.ts'
import { ORDER_STATUS, TRACKING_STATUS } from '#domain/order-status.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import { labelled } from '#i18n/labelled.ts'
import { windowWords } from '#islands/orders/order-words.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { forgetGroup } from '#stores/group-orders/group-order.ts'

export const Notice = ({ title, text, close, children }: { title: string; text: string; close: () => void; children?: ReactNode }) => (
  <SheetContent
    title={title}
    footer={
      <Button look="brand" onClick={close}>
        {useT('group')('group:problem.ok')}
      </Button>
    }
  >
    <p>{text}</p>
    {children}
  </SheetContent>
)

type End = 'placed' | 'cancelled' | 'expired' | 'removed' | 'leftOut'

/** Whoever is in it no more was left out while shares were paid, or taken out before. */
const endOf = ({ state, role }: GroupOrderInfo): End => {
  const isOut = role === 'outsider'
  if (state === 'collecting' || (isOut && state === 'placed')) return 'leftOut'
  return state === 'open' || state === 'locked' ? 'removed' : state
}

/** How a group order ended for the person. */
export const Ended = ({ info, close }: { info: GroupOrderInfo; close: () => void }) => {
  const t = useT('group')
  const end = endOf(info)
  const leave = (): void => {
    close()
    forgetGroup()
  }
  const isOfAll = isPaidByAll({ type: info.groupOrderType }) && (end === 'placed' || end === 'cancelled' || end === 'expired')
  const text = t(isOfAll ? `group:end.${end}AllText` : `group:end.${end}Text`, { name: info.initiatorName })
  return info.order ? (
    <Placed order={info.order} text={text} close={leave} />
  ) : (
    <Notice title={t(`group:end.${end}`)} text={text} close={leave} />
  )
}

interface PlacedProps {
  order: GroupOrderProgress
  text: string
  close: () => void
}

/** How far the order is: whoever chose something follows it, also without having paid. */
const Placed = ({ order, text, close }: PlacedProps) => {
  const t = useT('group', 'orders')
  const locale = useLocale()
  const { orderNumber, trackingStatus, deliveryFrom, deliveryTo } = order
  const isOver = trackingStatus === TRACKING_STATUS.CANCELED || trackingStatus === TRACKING_STATUS.DELIVERED
  return (
    <Notice title={t('group:end.placed')} text={text} close={close}>
      <p aria-live="polite">
        <b>{t(order.status === ORDER_STATUS.NEW_NOT_PAID ? 'orders:unpaid' : `orders:step${trackingStatus}`)}</b>
      </p>
      {!isOver && (
        <p>
          {labelled(t('group:end.arrives'), locale)} <b>{windowWords(deliveryFrom, deliveryTo, locale)}</b>
        </p>
      )}
      <a className="button" href={localePath(locale, `/account/orders/${orderNumber}`)}>
        {t('group:end.toOrder')}
      </a>
    </Notice>
  )
}
