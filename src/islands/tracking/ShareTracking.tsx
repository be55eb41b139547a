import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { ChatLinks } from '#islands/ui/ChatLinks.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { shareOrder, unshareOrder } from '#stores/orders/shared.ts'
import styles from './tracking.module.css'

/** Modal `share-tracking`: a link by which whoever waits at the door follows the order. */
export const ShareTracking = ({ params: { orderNumber }, close }: ModalProps<'share-tracking'>) => {
  const t = useT('tracking', 'states')
  const state = useStore(shareOrder.$state)
  const [link, setLink] = useState('')
  const load = (): void => void shareOrder.submit(orderNumber).then((made) => made !== null && setLink(made))
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(load, [orderNumber])
  if (link) return <Link link={link} orderNumber={orderNumber} close={close} />
  return (
    <SheetContent title={t('tracking:share.title')}>
      {state.state === 'failed' ? (
        <Failed text={state.failure.message} onRetry={load} />
      ) : (
        <Skeleton lines={4} label={t('states:loading')} />
      )}
    </SheetContent>
  )
}

const Link = ({ link, orderNumber, close }: { link: string; orderNumber: string; close: () => void }) => {
  const t = useT('tracking', 'states')
  const ending = useStore(unshareOrder.$state)
  const [isCopied, setCopied] = useState(false)
  // Where copying is not permitted the link stands there to be marked.
  const copy = (): void =>
    void navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => undefined
    )
  // A sheet that was closed without sending is no failure.
  const send = (): void => void navigator.share({ title: t('tracking:title'), url: link }).catch(() => undefined)
  const canSend = typeof navigator.share === 'function'
  return (
    <SheetContent
      title={t('tracking:share.title')}
      footer={
        <>
          {canSend && (
            <Button look="brand" onClick={send}>
              {t('tracking:share.send')}
            </Button>
          )}
          <Button look={canSend ? 'plain' : 'brand'} onClick={copy}>
            {t(isCopied ? 'tracking:share.copied' : 'tracking:share.copy')}
          </Button>
        </>
      }
    >
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
