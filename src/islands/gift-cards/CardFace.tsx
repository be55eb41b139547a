import type { ReactNode } from 'react'
import type { GiftCardDesign } from '#domain/gift-cards/gift-card.ts'
import { formatAmd } from '#domain/money.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import styles from './gift-cards.module.css'

const PICTURES: Record<GiftCardDesign, string> = { classic: '🎁', birthday: '🎂', newYear: '🎄', love: '💐' }

export const Picture = ({ design }: { design: GiftCardDesign }) => (
  <img className={styles.picture} src={pictureUrl(PICTURES[design])} alt="" width="28" height="28" />
)

interface FaceProps {
  design: GiftCardDesign
  amount: number
  /** What tells the card from others. */
  name: string
  message: string
  /** Address of the giver's own picture. */
  photo?: string | undefined
  isPast?: boolean
  children?: ReactNode
}

/** A gift card as it looks. */
export const CardFace = ({ design, amount, name, message, photo, isPast = false, children }: FaceProps) => {
  const t = useT('giftCards')
  return (
    <article className={[styles.card, isPast ? styles.past : styles[design]].join(' ')} aria-label={name}>
      <p className={styles.top}>
        <span className={styles.brand} aria-hidden="true">
          <Picture design={design} /> {t('giftCards:brand')}
        </span>
        <bdi>{name}</bdi>
      </p>
      {photo && <img className={styles.photo} src={photo} alt={t('giftCards:photo')} width="600" height="300" />}
      <p className={styles.balance}>{formatAmd(amount, useLocale())}</p>
      {message && <p className={styles.message}>{t('giftCards:words', { words: message })}</p>}
      {children}
    </article>
  )
}
