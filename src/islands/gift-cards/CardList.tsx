import type { GiftCard } from '#contract/gift-cards/calls.ts'
import { GIFT_CARD_STATUS } from '#domain/gift-cards/gift-card.ts'
import { formatAmd } from '#domain/money.ts'
import { formatDate } from '#i18n/dates.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { openModal } from '#stores/modals.ts'
import { CardFace } from './CardFace.tsx'
import styles from './gift-cards.module.css'

interface CardListProps {
  cards: readonly GiftCard[]
  label: string
  /** Nothing is left of them, or they have expired. */
  arePast?: boolean
}

/** Gift cards with what each has left, until when, and a button for its history. */
export const CardList = ({ cards, label, arePast = false }: CardListProps) => (
  <ul className={styles.cards} aria-label={label}>
    {cards.map((card) => (
      <li key={card.id}>
        <Card card={card} isPast={arePast} />
      </li>
    ))}
  </ul>
)

const Card = ({ card, isPast }: { card: GiftCard; isPast: boolean }) => {
  const { id, code, value, balance, expiresAt, status, message, design, photo } = card
  const t = useT('giftCards')
  const locale = useLocale()
  const until = formatDate(Date.parse(expiresAt))
  const name = t('giftCards:ending', { code })
  const price = formatAmd(value, locale)
  return (
    <CardFace design={design} amount={balance} name={name} message={message} photo={photo} isPast={isPast}>
      <p>
        {balance < value && balance > 0 && <>{t('giftCards:of', { price })} </>}
        {status === GIFT_CARD_STATUS.EXPIRED && t('giftCards:expired', { until })}
        {status === GIFT_CARD_STATUS.USED && t('giftCards:used', { price })}
        {!isPast && t('giftCards:until', { until })}
      </p>
      <button
        className={styles.history}
        type="button"
        aria-label={`${t('giftCards:history.open')}, ${name}`}
        onClick={() => openModal('gift-cards-history', { cardId: id })}
      >
        {t('giftCards:history.open')}
      </button>
    </CardFace>
  )
}
