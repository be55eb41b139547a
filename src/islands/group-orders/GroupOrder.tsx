import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { GroupOrderInfo, GroupOrderProgress } from '#contract/group-orders/calls.ts'
import { localePath } from '#domain/locale.ts'
import { ORDER_STATUS, TRACKING_STATUS } from '#domain/order-status.ts'
import { labelled } from '#i18n/labelled.ts'
import { windowWords } from '#islands/orders/order-words.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { startBasket } from '#stores/baskets/start.ts'
import { $group, followGroup, forgetGroup, loadGroup, notReady, ownMember, takesPart } from '#stores/group-orders/group-order.ts'
import { cancelGroup, completeGroup, leaveGroup } from '#stores/group-orders/take-part.ts'
import { openModal } from '#stores/modals.ts'
import { GroupPanel } from './GroupPanel.tsx'
import { NoGroupYet } from './NoGroupYet.tsx'

/** Modal `group-order`: the group order that the person is in, how it ended, or what went wrong with one. */
export const GroupOrder = ({ params, close }: ModalProps<'group-order'>) => {
  const t = useT('group')
  const { problem } = params
  const group = useStore($group)
  useEffect(() => {
    if (problem !== undefined) return
    void startBasket()
    return followGroup()
  }, [problem])
  if (problem !== undefined) return <Notice title={t('group:problem.title')} text={problem} close={close} />
  if (group.state === 'none' || group.state === 'loading')
    return <NoGroupYet title={t('group:panel.title')} isLoading={group.state === 'loading'} />
  if (group.state === 'ready') return takesPart(group.info) ? <Live info={group.info} /> : <Ended info={group.info} close={close} />
  return (
    <SheetContent title={t('group:panel.title')}>
      <Failed text={group.failure.message} onRetry={() => void loadGroup()} />
    </SheetContent>
  )
}

const Notice = ({ title, text, close, children }: { title: string; text: string; close: () => void; children?: ReactNode }) => (
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

const Ended = ({ info, close }: { info: GroupOrderInfo; close: () => void }) => {
  const t = useT('group')
  const end = info.state === 'placed' || info.state === 'cancelled' || info.state === 'expired' ? info.state : 'removed'
  const leave = (): void => {
    close()
    forgetGroup()
  }
  const text = t(`group:end.${end}Text`, { name: info.initiatorName })
  return info.order ? (
    <Placed order={info.order} text={text} close={leave} />
  ) : (
    <Notice title={t(`group:end.${end}`)} text={text} close={leave} />
  )
}

/** How far the order is: whoever chose something follows it, also without having paid. */
const Placed = ({ order, text, close }: { order: GroupOrderProgress; text: string; close: () => void }) => {
  const t = useT('group', 'orders')
  const locale = useLocale()
  const { trackingStatus, deliveryFrom, deliveryTo } = order
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
    </Notice>
  )
}

const Live = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const isOwner = info.role === 'owner'
  return (
    <SheetContent
      title={`${t('group:panel.title')}, ${info.supplier.name}`}
      footer={isOwner ? <OwnersWays info={info} /> : info.state === 'open' && <MembersWays info={info} />}
    >
      <GroupPanel info={info} />
      <p>
        <Button look="quiet" onClick={() => void (isOwner ? cancelGroup() : leaveGroup())}>
          {t(isOwner ? 'group:panel.cancel' : 'group:panel.leave')}
        </Button>
      </p>
    </SheetContent>
  )
}

/** A press that waits for the server's answer. */
const Pending = ({ look, work, children }: { look: 'brand' | 'plain'; work: () => Promise<void>; children: ReactNode }) => {
  const [isPending, setPending] = useState(false)
  const press = (): void => {
    setPending(true)
    void work().finally(() => setPending(false))
  }
  return (
    <Button look={look} pending={isPending} onClick={press}>
      {children}
    </Button>
  )
}

const OwnersWays = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const locale = useLocale()
  if (info.state === 'locked')
    return (
      <>
        <Pending look="plain" work={() => completeGroup(false)}>
          {t('group:panel.unlock')}
        </Pending>
        <a className="button button-brand" href={localePath(locale, '/checkout')}>
          {t('group:panel.toCheckout')}
        </a>
      </>
    )
  const lock = async (): Promise<void> => {
    if (notReady(info).length > 0) openModal('confirm-members-readiness')
    else await completeGroup(true)
  }
  return (
    <Pending look="brand" work={lock}>
      {t('group:panel.lock')}
    </Pending>
  )
}

const MembersWays = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const ready = ownMember(info)?.ready === true
  return (
    <Pending look={ready ? 'plain' : 'brand'} work={() => completeGroup(!ready)}>
      {t(ready ? 'group:panel.again' : 'group:panel.ready')}
    </Pending>
  )
}
