import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { ChatLinks } from '#islands/ui/links/ChatLinks.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { ShareButtons } from '#islands/ui/links/ShareButtons.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $trackingLink, shareOrder, unshareOrder } from '#stores/orders/shared.ts'
import styles from './tracking.module.css'

/** Modal `share-tracking`: a link by which whoever waits at the door follows the order. */
export const ShareTracking = ({ params: { orderNumber }, close }: ModalProps<'share-tracking'>) => {
  const t = useT('tracking', 'states')
  const shown = useStore($trackingLink)
  useEffect(() => void shareOrder(orderNumber), [orderNumber])
  if (shown.state === 'ready') return <Link link={shown.link} orderNumber={orderNumber} close={close} />
  return (
    <SheetContent title={t('tracking:share.title')}>
      {shown.state === 'failed' ? (
        <Failed text={shown.failure.message} onRetry={() => void shareOrder(orderNumber)} />
      ) : (
        <Skeleton lines={4} label={t('states:loading')} />
      )}
    </SheetContent>
  )
}

const Link = ({ link, orderNumber, close }: { link: string; orderNumber: string; close: () => void }) => {
  const t = useT('tracking', 'states')
  const ending = useStore(unshareOrder.$state)
  const words = { send: t('tracking:share.send'), copy: t('tracking:share.copy'), copied: t('tracking:share.copied') }
  return (
    <SheetContent title={t('tracking:share.title')} footer={<ShareButtons link={link} title={t('tracking:title')} words={words} />}>
      <p>{t('tracking:share.text')}</p>
      <Field label={t('tracking:share.link')} value={link} readOnly onFocus={({ target }) => target.select()} />
      <ChatLinks link={link} message={t('tracking:share.message', { link })} />
      <p>
        <Button
          look="quiet"
          pending={ending.state === 'pending'}
          onClick={() => void unshareOrder.submit(orderNumber).then((ended) => ended && close())}
        >
          {t('tracking:share.end')}
        </Button>
      </p>
      <p className={styles.error} role="alert">
        {ending.state === 'failed' && (ending.failure.message || t('states:failedText'))}
      </p>
    </SheetContent>
  )
}
