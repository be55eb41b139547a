import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { isPaidByAll } from '#domain/orders/group-order.ts'
import { genitive } from '#domain/text/armenian.ts'
import { slotWordsInside } from '#islands/checkout/when-words.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { $user } from '#stores/auth/session.ts'
import { isUnlimited } from '#stores/group-orders/group-order.ts'
import {
  $invitation,
  acceptInvitation,
  declineInvitation,
  joinGroup,
  openInvitation,
  pathWithHash,
  type Invitation
} from '#stores/group-orders/join-group.ts'
import { replaceModal } from '#stores/modals.ts'

/** In the Armenian title the initiator's name takes its ending. */
const whose = ({ initiatorName: name }: GroupOrderInfo, locale: Locale): string => (locale === 'hy' ? genitive(name) : name)

/** Modals `join-group-order` and `group-invite`, the same for a guest: who invites, who pays, the limit (spec section 2). */
export const JoinGroupOrder = ({ params: { hash } }: { params: { hash: string } }) => {
  const t = useT('group', 'states')
  const invitation = useStore($invitation)
  useEffect(() => void openInvitation(hash), [hash])
  if (invitation.state !== 'ready')
    return (
      <SheetContent title={t('group:problem.title')}>
        <Skeleton lines={5} label={t('states:loading')} />
      </SheetContent>
    )
  return <Offer invitation={invitation} />
}

const Offer = ({ invitation }: { invitation: Extract<Invitation, { state: 'ready' }> }) => {
  const t = useT('group')
  const locale = useLocale()
  const [isPending, setPending] = useState(false)
  const { info, isGuest, loses } = invitation
  const join = (): void => {
    if (isGuest) return replaceModal('login', { redirect: pathWithHash(info.hash) })
    setPending(true)
    void acceptInvitation().finally(() => setPending(false))
  }
  const action = isGuest ? 'signIn' : loses === 'group' ? 'joinNew' : 'join'
  return (
    <SheetContent
      title={t('group:invite.title', { name: whose(info, locale) })}
      footer={
        <>
          <Button onClick={declineInvitation}>{t('group:invite.look')}</Button>
          <Button look="brand" pending={isPending} onClick={join}>
            {t(`group:invite.${action}`)}
          </Button>
        </>
      }
    >
      <p>{t('group:invite.people', { supplier: info.supplier.name, count: info.membersCount })}</p>
      <p>
        {isPaidByAll({ type: info.groupOrderType }) ? t('group:invite.paysOwn') : t('group:invite.pays', { name: info.initiatorName })}{' '}
        {isUnlimited(info) ? t('group:invite.noLimit') : t('group:invite.limit', { price: formatAmd(info.limit, locale) })}
      </p>
      {info.delivery.slot && <p>{t('group:invite.comes', { time: slotWordsInside(info.delivery.slot, locale) })}</p>}
      {!isGuest && loses !== 'nothing' && <p>{t(loses === 'group' ? 'group:invite.other' : 'group:invite.empties')}</p>}
    </SheetContent>
  )
}

/** Modal `join-group-order-conf`: the name that the others see, and joining. */
export const ConfirmJoining = ({ params: { hash } }: ModalProps<'join-group-order-conf'>) => {
  const t = useT('group', 'states')
  const invitation = useStore($invitation)
  const user = useStore($user)
  const isHere = invitation.state === 'ready' && invitation.info.hash === hash
  useEffect(() => {
    if (!isHere) void openInvitation(hash)
  }, [hash, isHere])
  if (!isHere)
    return (
      <SheetContent title={t('group:problem.title')}>
        <Skeleton lines={3} label={t('states:loading')} />
      </SheetContent>
    )
  return <NameForm info={invitation.info} firstName={user?.firstName ?? ''} />
}

const NameForm = ({ info, firstName }: { info: GroupOrderInfo; firstName: string }) => {
  const t = useT('group', 'validation')
  const [name, setName] = useState(firstName)
  const [isMissing, setMissing] = useState(false)
  const [isPending, setPending] = useState(false)
  const join = (): void => {
    if (name.trim() === '') return setMissing(true)
    setPending(true)
    void joinGroup(info, name.trim()).finally(() => setPending(false))
  }
  return (
    <SheetContent
      title={t('group:conf.title')}
      footer={
        <Button look="brand" pending={isPending} onClick={join}>
          {t('group:conf.join')}
        </Button>
      }
    >
      <Field
        label={t('group:conf.name')}
        value={name}
        maxLength={40}
        autoComplete="given-name"
        error={isMissing && name.trim() === '' ? t('validation:required') : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </SheetContent>
  )
}
