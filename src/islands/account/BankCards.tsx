import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { cardTitle } from '#domain/cards/brand.ts'
import type { Locale } from '#domain/locale.ts'
import { CardLabel } from '#islands/cards/CardLabel.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { announce } from '#stores/announce.ts'
import { $cards, loadCards, removeCard } from '#stores/cards/cards.ts'
import { failureWords } from './failure-words.ts'
import { Own } from './Own.tsx'
import styles from './profile.module.css'

/** The cards that banks remember for the person. */
export const BankCards = ({ locale }: { locale: Locale }) => <Own locale={locale}>{() => <Cards />}</Own>

const Cards = () => {
  const t = useT('account', 'states')
  const saved = useStore($cards)
  const removing = useStore(removeCard.$state)
  useEffect(() => void loadCards(), [])
  return (
    <section className={styles.card} aria-labelledby="cards" aria-busy={removing.state === 'pending' || undefined}>
      <h2 id="cards" className={styles.title}>
        {t('account:cards.title')}
      </h2>
      {saved.state === 'loading' && <Skeleton lines={2} />}
      {saved.state === 'failed' && <Failed text={saved.failure.message} onRetry={() => void loadCards()} />}
      {saved.state === 'ready' && <p className="muted">{t(saved.list.length > 0 ? 'account:cards.text' : 'account:cards.none')}</p>}
      {saved.state === 'ready' && saved.list.length > 0 && (
        <ul className={styles.list}>
          {saved.list.map((card) => (
            <li key={card.id} className={styles.row}>
              <p>
                <CardLabel card={card} />
                {card.state !== 'usable' && <span className={styles.label}>{t(`account:cards.${card.state}`)}</span>}
              </p>
              <Button
                disabled={removing.state === 'pending'}
                aria-label={t('account:cards.removeOne', { card: cardTitle(card.brand, card.lastFour) })}
                onClick={() => void removeCard.submit(card.id).then((done) => (done ? announce('account:cards.removed') : undefined))}
              >
                {t('account:cards.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.error} role="alert">
        {failureWords(removing, t)}
      </p>
    </section>
  )
}
