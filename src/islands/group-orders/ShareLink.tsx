import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { encode } from 'uqr'
import type { GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { qrPath } from '#domain/qr-path.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { $group, linkOf, loadGroup } from '#stores/group-orders/group-order.ts'
import { NoGroupYet } from './NoGroupYet.tsx'
import styles from './group-orders.module.css'

const CHATS = [
  { name: 'Telegram', hrefOf: (link: string, text: string) => `https://t.me/share/url?url=${link}&text=${text}` },
  { name: 'WhatsApp', hrefOf: (_: string, text: string) => `https://wa.me/?text=${text}` },
  { name: 'Viber', hrefOf: (_: string, text: string) => `viber://forward?text=${text}` }
]

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
  const message = encodeURIComponent(t('group:links.message', { supplier: info.supplier.name, link }))
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
      <ul className={styles.ways}>
        {CHATS.map(({ name, hrefOf }) => (
          <li key={name}>
            <a className="button" href={hrefOf(encodeURIComponent(link), message)} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </SheetContent>
  )
}
