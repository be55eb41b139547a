import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { GiftCard } from '#contract/gift-cards/calls.ts'
import { GIFT_CARD_VIEW_STATUS, GIFT_CARDS_PATH } from '#domain/gift-cards/gift-card.ts'
import { formatAmd } from '#domain/money.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { Own } from '#islands/account/Own.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { $bought, loadBought } from '#stores/gift-cards/bought.ts'
import { $giftCards, loadGiftCards } from '#stores/gift-cards/gift-cards.ts'
import { openModal } from '#stores/modals.ts'
import styles from './gift-cards.module.css'

/** Gift cards of the person: what each has left, until when, and where it went. */
export const GiftCardsPage = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={['giftCards']}>
    {() => <Cards />}
  </Own>
)

const Cards = () => {
  const t = useT('giftCards', 'states')
  const locale = useLocale()
  const shown = useStore($giftCards)
  useEffect(() => void loadGiftCards(), [])
  if (shown.state === 'loading') return <Skeleton lines={6} label={t('states:loading')} />
  if (shown.state === 'failed') return <Failed text={shown.failure.message} onRetry={() => void loadGiftCards()} />
  const { cards } = shown
  const active = cards.filter(isActive)
  const past = cards.filter((card) => !isActive(card))
  return (
    <>
      {cards.length === 0 ? (
        <Empty picture="🎁" title={t('giftCards:none.title')} text={t('giftCards:none.text')}>
          <Ways isCentred />
        </Empty>
      ) : (
        <section className={styles.total} aria-labelledby="gift-cards-total">
          <p id="gift-cards-total" className="muted">
            {t('giftCards:total')}
          </p>
          <p className={styles.sum}>
            {formatAmd(
              active.reduce((sum, { balance }) => sum + balance, 0),
              locale
            )}
          </p>
          <p className="muted">{t('giftCards:about')}</p>
          <Ways />
        </section>
      )}
      {cards.length > 0 && (
        <Suspense fallback={<Skeleton lines={6} label={t('states:loading')} />}>
          {active.length > 0 && <CardList cards={active} label={t('giftCards:active')} />}
          {past.length > 0 && (
            <>
              <h2 className={styles.title}>{t('giftCards:past')}</h2>
              <CardList cards={past} label={t('giftCards:past')} arePast />
            </>
          )}
        </Suspense>
      )}
      <Bought />
    </>
  )
}

/** Loaded for who has some, and for who bought some. */
const CardList = lazy(async () => ({ default: (await import('./CardList.tsx')).CardList }))
const BoughtCards = lazy(async () => ({ default: (await import('./BoughtCards.tsx')).BoughtCards }))

const Bought = () => {
  const bought = useStore($bought)
  useEffect(() => void loadBought(), [])
  if (bought.state === 'loading' || (bought.state === 'ready' && bought.cards.length === 0)) return null
  return (
    <Suspense>
      <BoughtCards shown={bought} />
    </Suspense>
  )
}

const isActive = ({ viewStatus }: GiftCard): boolean => viewStatus === GIFT_CARD_VIEW_STATUS.ACTIVE

/** What can be done: a card that was given is entered, and one is given to somebody else. */
const Ways = ({ isCentred = false }: { isCentred?: boolean }) => {
  const t = useT('giftCards')
  return (
    <p className={isCentred ? `${styles.buttons} ${styles.centred}` : styles.buttons}>
      <Button look="brand" onClick={() => openModal('account-gift-card')}>
        {t('giftCards:add')}
      </Button>
      <a className="button" href={localePath(useLocale(), `${GIFT_CARDS_PATH}/send`)}>
        {t('giftCards:give')}
      </a>
    </p>
  )
}
