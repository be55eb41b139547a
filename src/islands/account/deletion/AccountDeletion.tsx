import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { formatDate } from '#i18n/dates.ts'
import { localePath } from '#domain/locale.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { $deletion, $deletionCode, loadDeletion, requestDeletion, sendDeletionCode } from '#stores/account/deletion.ts'
import { DeletionProof } from './DeletionProof.tsx'
import styles from './AccountDeletion.module.css'

const GONE = ['profile', 'addresses', 'messages', 'signIns', 'points'] as const

/** Deletion of the account in steps: what is deleted, what must be retained by law, the proof, then the date. */
export const AccountDeletion = ({ close }: ModalProps<'account-deletion'>) => {
  const t = useT('privacy', 'states')
  const locale = useLocale()
  const own = useStore($deletion)
  const code = useStore($deletionCode)
  const [step, setStep] = useState<'say' | 'prove'>('say')
  useEffect(() => {
    void loadDeletion()
    return () => {
      $deletionCode.set(null)
      for (const { reset } of [requestDeletion, sendDeletionCode]) reset()
    }
  }, [])
  if (own.state === 'loading')
    return (
      <SheetContent title={t('privacy:deletion.ask')}>
        <Skeleton lines={6} />
      </SheetContent>
    )
  if (own.state === 'failed')
    return (
      <SheetContent title={t('privacy:deletion.ask')}>
        <Failed text={own.failure.message} onRetry={() => void loadDeletion()} />
      </SheetContent>
    )
  const { deletion } = own
  if (deletion.dueAt !== null)
    return (
      <SheetContent
        title={t('privacy:deletion.sentTitle')}
        footer={
          <Button look="brand" onClick={close}>
            {t('privacy:deletion.close')}
          </Button>
        }
      >
        <output>{t('privacy:deletion.sentText', { date: formatDate(Date.parse(deletion.dueAt)) })}</output>
      </SheetContent>
    )
  if (step === 'prove') return <DeletionProof deletion={deletion} code={code} onBack={close} />
  const { password, contact } = deletion.proof
  return (
    <SheetContent
      title={t('privacy:deletion.ask')}
      footer={
        <>
          <Button onClick={close}>{t('privacy:deletion.back')}</Button>
          {(password || contact) && (
            <Button look="brand" onClick={() => setStep('prove')}>
              {t('privacy:deletion.next')}
            </Button>
          )}
        </>
      }
    >
      <h3>{t('privacy:deletion.goneTitle')}</h3>
      <ul className={styles.gone}>
        {GONE.map((what) => (
          <li key={what}>{t(`privacy:deletion.gone.${what}`)}</li>
        ))}
      </ul>
      <h3>{t('privacy:deletion.stayTitle')}</h3>
      <p>{t('privacy:deletion.stay')}</p>
      <p className={styles.when}>{t('privacy:deletion.when', { count: deletion.days })}</p>
      <p className="muted">{t('privacy:deletion.others')}</p>
      <a className={styles.link} href={localePath(locale, '/privacy-policy')}>
        {t('privacy:deletion.policy')}
      </a>
      {!password && !contact && <p role="alert">{t('privacy:deletion.noProof')}</p>}
    </SheetContent>
  )
}
