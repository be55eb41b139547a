import { useStore } from '@nanostores/react'
import { $draft, typed } from '#stores/auth/auth-draft.ts'
import { useT } from '#islands/ui/locale.ts'
import styles from './auth.module.css'

/** Person or company: two radios styled as tabs. */
export const RegisterTabs = () => {
  const t = useT('auth')
  const { isCompany } = useStore($draft)
  return (
    <fieldset className={styles.tabs} aria-label={t('auth:register.who')}>
      {[false, true].map((company) => (
        <label key={String(company)} className={styles.tab}>
          <input type="radio" name="who" checked={isCompany === company} onChange={() => typed('isCompany', company)} />
          {t(company ? 'auth:register.company' : 'auth:register.person')}
        </label>
      ))}
    </fieldset>
  )
}
