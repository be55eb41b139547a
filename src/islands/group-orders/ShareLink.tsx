import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { encode } from 'uqr'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { qrPath } from '#domain/qr-path.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { ChatLinks } from '#islands/ui/links/ChatLinks.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { $group, linkOf, loadGroup } from '#stores/group-orders/group-order.ts'
import { NoGroupYet } from './NoGroupYet.tsx'
import styles from './group-orders.module.css'

/** Modal `ShareLinkModal`: the link of the group order as a QR code, and for chats. */
export const ShareLink = (_: ModalProps<'ShareLinkModal'>) => {
  const t = useT('group')
  const group = useStore($group)
  useEffect(() => void loadGroup(), [])
  if (group.state !== 'ready') return <NoGroupYet title={t('group:links.title')} isLoading={group.state === 'loading'} />
  return <Ways info={group.info} />
}

const Ways = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const link = linkOf(info)
  const [code] = useState(() => encode(link, { border: 2 }))
  return (
    <SheetContent title={t('group:links.title')}>
      <p>{t('group:links.text')}</p>
      <svg
        className={styles.qr}
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label={t('group:links.qr')}
        shapeRendering="crispEdges"
      >
        <path d={qrPath(code.data)} fill="currentColor" />
      </svg>
      <ChatLinks link={link} message={t('group:links.message', { supplier: info.supplier.name, link })} />
    </SheetContent>
  )
}
