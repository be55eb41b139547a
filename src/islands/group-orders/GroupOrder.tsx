import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { localePath } from '#domain/locale.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { startBasket } from '#stores/baskets/start.ts'
import { $group, followGroup, loadGroup, notReady, ownMember, takesPart } from '#stores/group-orders/group-order.ts'
import { cancelGroup, completeGroup, leaveGroup } from '#stores/group-orders/take-part.ts'
import { openModal } from '#stores/modals.ts'
import { Ended, Notice } from './Ended.tsx'
import { GroupPanel } from './GroupPanel.tsx'
import { NoGroupYet } from './NoGroupYet.tsx'
import { Pending } from './Pending.tsx'

/** Only where everybody pays: loaded then, with the words of payment methods. */
const CollectingShares = lazy(async () => ({ default: (await import('./CollectingShares.tsx')).CollectingShares }))

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

const Live = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const isOwner = info.role === 'owner'
  if (info.collecting)
    return (
      <Suspense fallback={<NoGroupYet title={t('group:pay.title')} isLoading />}>
        <CollectingShares info={info} collecting={info.collecting} />
      </Suspense>
    )
  return (
    <SheetContent
      title={`${t('group:panel.title')}, ${info.supplier.name}`}
      footer={isOwner ? <OwnersWays info={info} /> : info.state === 'open' && <MembersWays info={info} />}
    >
      <GroupPanel info={info} />
      <p>
        <Button look="quiet" onClick={() => void (isOwner ? cancelGroup(false) : leaveGroup())}>
          {t(isOwner ? 'group:panel.cancel' : 'group:panel.leave')}
        </Button>
      </p>
    </SheetContent>
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
      {t(isPaidByAll({ type: info.groupOrderType }) ? 'group:panel.lockAll' : 'group:panel.lock')}
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
