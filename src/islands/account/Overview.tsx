import { formatPhone } from '#domain/phone.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import type { Profile } from '#contract/auth/calls.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { LatestOrders } from './LatestOrders.tsx'
import { Own } from './Own.tsx'
import styles from './profile.module.css'

/** Start page of the account: the user, and links to the most used pages. */
export const Overview = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={['orders']}>
    {(profile) => <Hello profile={profile} />}
  </Own>
)

const TILES = [
  { path: '/account/orders', title: 'account:cards.orders', text: 'account:cards.ordersText' },
  { path: '/account/bookings', title: 'account:cards.bookings', text: 'account:cards.bookingsText' },
  { path: '/account/addresses', title: 'account:cards.addresses', text: 'account:cards.addressesText' },
  { path: '/account/wallet', title: 'account:cards.points', text: 'account:cards.pointsText' },
  { path: '/account/gift-cards', title: 'account:cards.giftCards', text: 'account:cards.giftCardsText' },
  { path: '/account/tickets', title: 'account:cards.tickets', text: 'account:cards.ticketsText' },
  { path: '/favorites', title: 'account:cards.favourites', text: 'account:cards.favouritesText' }
] as const

const Hello = ({ profile }: { profile: Profile }) => {
  const t = useT('account')
  const locale = useLocale()
  const { firstName, lastName, companyName, email, phone } = profile
  const about = [companyName, phone && formatPhone(phone), email].filter(Boolean).join(' · ')
  return (
    <>
      <div className={styles.hello}>
        <span className={styles.face} aria-hidden="true">
          {firstName.slice(0, 1)}
          {lastName.slice(0, 1)}
        </span>
        <div>
          <p className={styles.title}>
            <strong>{t('account:hello', { name: firstName })}</strong>
          </p>
          <p className="muted">{about}</p>
        </div>
      </div>
      <ul className={styles.cards}>
        {TILES.map(({ path, title, text }) => (
          <li key={path}>
            <a className={styles.tile} href={localePath(locale, path)}>
              <strong>{t(title)}</strong>
              <span className="muted">{t(text)}</span>
            </a>
          </li>
        ))}
      </ul>
      <LatestOrders />
    </>
  )
}
