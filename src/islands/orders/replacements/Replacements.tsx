import { useEffect, useId, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderDetails, OrderReplacement } from '#contract/orders/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { announce } from '#stores/announce.ts'
import { $clock } from '#stores/clock.ts'
import { countdown } from '#stores/orders/order-view.ts'
import { answerReplacement } from '#stores/orders/replacements.ts'
import styles from './replacements.module.css'

/** What has run out of an order: a question while it has no answer, and what became of it. */
export const Replacements = ({ order: { orderNumber, replacements } }: { order: OrderDetails }) => {
  const t = useWords('orderInfo')
  const settled = replacements.flatMap(({ id, state, ordered, name }) =>
    state === 'accepted' || state === 'declined' ? [{ id, words: t(`orderInfo:replacement.state.${state}`, { ordered, name }) }] : []
  )
  return (
    <>
      {replacements
        .filter(({ canAnswer }) => canAnswer)
        .map((replacement) => (
          <Question key={replacement.id} orderNumber={orderNumber} replacement={replacement} />
        ))}
      {settled.length > 0 && (
        <ul className={styles.settled} aria-label={t('orderInfo:replacement.list')}>
          {settled.map(({ id, words }) => (
            <li key={id}>{words}</li>
          ))}
        </ul>
      )}
    </>
  )
}

const Question = ({ orderNumber, replacement }: { orderNumber: string; replacement: OrderReplacement }) => {
  const t = useT('orderInfo')
  const locale = useLocale()
  const title = useId()
  const task = useStore(answerReplacement.$state)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const now = useStore($clock)
  const { ordered, name, picture, quantity, unitId, price, less, note, otherwise, answerBefore } = replacement
  useEffect(() => void announce('orderInfo:replacement.say', { ordered, name }), [ordered, name])
  const answer = (accept: boolean): void => {
    setChosen(accept)
    void answerReplacement.submit(orderNumber, replacement, accept)
  }
  const isSending = (accept: boolean): boolean => task.state === 'pending' && chosen === accept
  return (
    <section className={styles.question} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        {t('orderInfo:replacement.title', { ordered })}
      </h2>
      <p>{t('orderInfo:replacement.question')}</p>
      <div className={styles.offer}>
        <img src={pictureUrl(picture)} alt="" width="64" height="64" />
        <span className={styles.what}>
          <strong className={styles.line}>
            {formatQuantity(quantity, unitId, locale)} × {name}
          </strong>
          <span className={styles.line}>{formatAmd(price, locale)}</span>
          <span className={styles.line}>
            {less > 0 ? t('orderInfo:replacement.less', { amount: formatAmd(less, locale) }) : t('orderInfo:replacement.same')}
          </span>
        </span>
      </div>
      {note && <p>{t('orderInfo:replacement.note', { words: note })}</p>}
      <div className={styles.answers}>
        <Button look="brand" pending={isSending(true)} onClick={() => answer(true)}>
          {t('orderInfo:replacement.take')}
        </Button>
        <Button pending={isSending(false)} onClick={() => answer(false)}>
          {t('orderInfo:replacement.leave')}
        </Button>
      </div>
      <p className={styles.clock}>
        {t(`orderInfo:replacement.otherwise.${otherwise}`, { left: countdown(Math.max(0, Date.parse(answerBefore) - now)) })}
      </p>
    </section>
  )
}
