import type { Locale } from '#domain/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Button } from '#islands/ui/Button.tsx'
import { announce } from '#stores/announce.ts'
import { exportAccount } from '#stores/account/data-export.ts'
import { useStore } from '@nanostores/react'
import { DeletionSection } from './deletion/DeletionSection.tsx'
import { failureWords } from './failure-words.ts'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { Own } from './Own.tsx'
import { saveFile } from './save-file.ts'
import styles from './profile.module.css'

/** Personal data: linked providers, export, and deletion of the account. */
export const Privacy = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={WORDS}>
    {() => (
      <>
        <LinkedAccounts />
        <ExportSection />
        <DeletionSection waiting={<Skeleton lines={3} />} />
      </>
    )}
  </Own>
)
const WORDS = ['privacy', 'social'] as const

const download = async (): Promise<void> => {
  const file = await exportAccount.submit()
  if (!file) return
  saveFile(file.name, file.text)
  void announce('privacy:export.done')
}

const ExportSection = () => {
  const t = useT('privacy', 'states')
  const state = useStore(exportAccount.$state)
  return (
    <section className={styles.card} aria-labelledby="export">
      <h2 id="export" className={styles.title}>
        {t('privacy:export.title')}
      </h2>
      <p className="muted">{t('privacy:export.text')}</p>
      <p className={styles.error} role="alert">
        {failureWords(state, t)}
      </p>
      <div className={styles.actions}>
        <Button pending={state.state === 'pending'} onClick={() => void download()}>
          {t('privacy:export.get')}
        </Button>
      </div>
    </section>
  )
}
