import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
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
  const [isCopied, setCopied] = useState(false)
  const link = linkOf(info)
  const copy = async (): Promise<void> => {
    // Where copying is not permitted the link stands there to be marked.
    await navigator.clipboard.writeText(link).then(
      () => {
        setCopied(true)
        return announce('group:said.copied')
      },
      () => undefined
    )
  }
  // A sheet that was closed without sending is no failure.
  const send = (): void => void navigator.share({ title: t('group:panel.title'), url: link }).catch(() => undefined)
  const canSend = typeof navigator.share === 'function'
  return (
    <SheetContent
      title={t('group:share.title')}
      footer={
        <>
          {canSend && (
            <Button look="brand" onClick={send}>
              {t('group:share.send')}
            </Button>
          )}
          <Button look={canSend ? 'plain' : 'brand'} onClick={() => void copy()}>
            {t(isCopied ? 'group:share.copied' : 'group:share.copy')}
          </Button>
        </>
      }
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
