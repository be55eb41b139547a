import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { formatDate } from '#i18n/dates.ts'
import { ProviderSign } from '#islands/auth/ProviderSign.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { announce } from '#stores/announce.ts'
import { environment } from '#stores/environment.ts'
import { $linked, loadLinked, unlink } from '#stores/sign-in/linked-accounts.ts'
import { $providers, beginSocial } from '#stores/sign-in/providers.ts'
import { failureWords } from './failure-words.ts'
import styles from './profile.module.css'

/** Providers linked to this account; renders nothing without configured providers. */
export const LinkedAccounts = () => {
  const t = useT('social', 'states')
  const linked = useStore($linked)
  const providers = useStore($providers) ?? []
  const [adding, removing] = [useStore(beginSocial.$state), useStore(unlink.$state)]
  useEffect(() => void loadLinked(), [])
  const list = linked.state === 'ready' ? linked.list : []
  if (providers.length === 0 && list.length === 0) return null
  const missing = providers.filter(({ id }) => !list.some(({ provider }) => provider === id))
  return (
    <section className={styles.card} aria-labelledby="linked">
      <h2 id="linked" className={styles.title}>
        {t('social:linked.title')}
      </h2>
      <p className="muted">{t(list.length > 0 || linked.state === 'loading' ? 'social:linked.text' : 'social:linked.none')}</p>
      {linked.state === 'loading' && <Skeleton lines={2} />}
      {linked.state === 'failed' && <Failed text={linked.failure.message} onRetry={() => void loadLinked()} />}
      {list.length > 0 && (
        <ul className={styles.list}>
          {list.map(({ provider, name, email, linkedAt }) => (
            <li key={provider} className={styles.row}>
              <p>
                <span className={styles.value}>{name}</span>
                {email && <span className={styles.label}>{email}</span>}
                <span className={styles.label}>{t('social:linked.since', { date: formatDate(Date.parse(linkedAt)) })}</span>
              </p>
              <Button
                pending={removing.state === 'pending'}
                aria-label={t('social:linked.removeOne', { provider: name })}
                onClick={() =>
                  void unlink.submit(provider).then((done) => (done ? announce('social:linked.removed', { provider: name }) : undefined))
                }
              >
                {t('social:linked.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.error} role="alert">
        {failureWords(removing, t) ?? failureWords(adding, t)}
      </p>
      {missing.length > 0 && (
        <div className={styles.actions}>
          {missing.map(({ id, name }) => (
            <Button key={id} onClick={() => void beginSocial.submit(id, { redirect: environment().path() })}>
              <ProviderSign id={id} /> {t('social:linked.add', { provider: name })}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
