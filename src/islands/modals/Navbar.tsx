import { useStore } from '@nanostores/react'
import { LISTING_PATH, SUPPLIER_KINDS } from '#domain/enums.ts'
import { LOCALES, localePath } from '#domain/locale.ts'
import { LANGUAGE_NAMES } from '#i18n/locales.ts'
import { SITE_PAGES } from '#i18n/site-pages.ts'
import { signOut } from '#stores/auth/sign-out.ts'
import { pathIn, rememberLocale } from '#stores/locale.ts'
import { ask, openModal } from '#stores/modals.ts'
import { $session } from '#stores/auth/session.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ModalProps } from './modal-props.ts'
import styles from './Navbar.module.css'

/** The menu on phones: account, sections, pages, languages. */
export const Navbar = ({ close }: ModalProps<'navbar'>) => {
  const t = useT('modals', 'frame', 'catalogue')
  const locale = useLocale()
  const session = useStore($session)
  const here = location.pathname + location.search
  return (
    <SheetContent title={t('modals:navbar.title')}>
      <section aria-label={t('modals:navbar.account')} className={styles.section}>
        {session.state === 'user' ? (
          <>
            <p className={styles.hello}>{t('modals:navbar.hello', { name: session.user.firstName })}</p>
            <a href={localePath(locale, '/account')}>{t('frame:account')}</a>
            <a href={localePath(locale, '/account/orders')}>{t('frame:orders')}</a>
            <Button onClick={() => void ask('signOut').then((agreed) => (agreed ? signOut().then(close) : undefined))}>
              {t('modals:navbar.signOut')}
            </Button>
          </>
        ) : (
          <Button look="brand" wide onClick={() => openModal('login')}>
            {t('frame:signIn')}
          </Button>
        )}
      </section>
      <nav aria-label={t('frame:sections')} className={styles.section}>
        {SUPPLIER_KINDS.map((kind) => (
          <a key={kind} href={localePath(locale, LISTING_PATH[kind])}>
            {t(`catalogue:${kind}`)}
          </a>
        ))}
      </nav>
      <nav aria-label={t('modals:navbar.pages')} className={styles.section}>
        {SITE_PAGES.map(({ path, label }) => (
          <a key={path} href={localePath(locale, path)}>
            {t(label)}
          </a>
        ))}
      </nav>
      <nav aria-label={t('modals:navbar.languages')} className={styles.languages}>
        {LOCALES.map((language) => (
          <a
            key={language}
            className="chip"
            href={pathIn(language, here)}
            lang={language}
            hrefLang={language}
            aria-current={language === locale ? 'true' : undefined}
            data-foreign={language === locale ? undefined : ''}
            onClick={() => rememberLocale(language)}
          >
            {LANGUAGE_NAMES[language]}
          </a>
        ))}
      </nav>
    </SheetContent>
  )
}
