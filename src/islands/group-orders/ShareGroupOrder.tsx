import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { ShareButtons } from '#islands/ui/links/ShareButtons.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { announce } from '#stores/announce.ts'
import { $group, linkOf, loadGroup } from '#stores/group-orders/group-order.ts'
import { openModal } from '#stores/modals.ts'
import { NoGroupYet } from './NoGroupYet.tsx'
import styles from './group-orders.module.css'

/** Modal `share-link-group-order`: the link of the group order, to copy or to send. */
export const ShareGroupOrder = ({ close }: ModalProps<'share-link-group-order'>) => {
  const t = useT('group')
  const group = useStore($group)
  useEffect(() => void loadGroup(), [])
  if (group.state !== 'ready') return <NoGroupYet title={t('group:share.title')} isLoading={group.state === 'loading'} />
  return <Link info={group.info} close={close} />
}

const Link = ({ info, close }: { info: GroupOrderInfo; close: () => void }) => {
  const t = useT('group')
  const link = linkOf(info)
  const words = { send: t('group:share.send'), copy: t('group:share.copy'), copied: t('group:share.copied') }
  return (
    <SheetContent
      title={t('group:share.title')}
      footer={<ShareButtons link={link} title={t('group:panel.title')} words={words} onCopied={() => void announce('group:said.copied')} />}
    >
      <p>{t('group:share.text', { supplier: info.supplier.name })}</p>
      <Field label={t('group:share.link')} value={link} readOnly onFocus={({ target }) => target.select()} />
      <div className={styles.ways}>
        <Button onClick={() => openModal('ShareLinkModal')}>{t('group:share.more')}</Button>
        <Button look="quiet" onClick={close}>
          {t('group:share.choose')}
        </Button>
      </div>
    </SheetContent>
  )
}
