import { useState, type FormEvent } from 'react'
import { useStore } from '@nanostores/react'
import type { BoughtGiftCard } from '#contract/gift-cards/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { isEmail } from '#domain/phone.ts'
import { formatDate } from '#i18n/dates.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { announce } from '#stores/announce.ts'
import type { Task, TaskState } from '#stores/tasks.ts'
import { cancelGiftCard, loadBought, type BoughtGiftCards, payGiftCard, sendGiftCard } from '#stores/gift-cards/bought.ts'
import styles from './gift-cards.module.css'

/** Gift cards that the person bought: what became of each, and what can be done about it. */
export const BoughtCards = ({ shown }: { shown: Exclude<BoughtGiftCards, { state: 'loading' }> }) => {
  const t = useT('giftCards')
  if (shown.state === 'failed')
    return (
      <p role="alert">
        {t('giftCards:bought.failed')}{' '}
        <button className={styles.link} type="button" onClick={() => void loadBought()}>
          {t('giftCards:bought.again')}
        </button>
      </p>
    )
  return (
    <section aria-labelledby="bought-cards">
      <h2 id="bought-cards" className={styles.title}>
        {t('giftCards:bought.title')}
      </h2>
      <ul className={styles.entries}>
        {shown.cards.map((card) => (
          <li key={card.orderId} className={styles.entry}>
            <Bought card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Bought = ({ card }: { card: BoughtGiftCard }) => {
  const { orderId, orderNumber, value, recipient, message, state, sendAt, canCancel, refunded, receipts } = card
  const t = useT('giftCards', 'states')
  const locale = useLocale()
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const price = formatAmd(value, locale)
  const words = t(`giftCards:bought.${state}`, { recipient, day: formatDate(Date.parse(sendAt)) })
  // What is asked for one card is answered beside that one.
  const [asked, setAsked] = useState<TaskState>({ state: 'idle' })
  const ask = async <Input,>({ submit, $state }: Task<[Input], true>, input: Input): Promise<boolean> => {
    setAsked({ state: 'pending' })
    const isDone = (await submit(input)) !== null
    setAsked(isDone ? { state: 'idle' } : $state.get())
    return isDone
  }
  const cancel = async (): Promise<void> => {
    if (!(await ask(cancelGiftCard, orderId))) return
    setAsking(false)
    void announce('giftCards:bought.cancelDone')
  }
  return (
    <>
      <p className={styles.what}>
        <strong>{price}</strong>
        <span className="muted">{t('giftCards:history.order', { number: orderNumber })}</span>
      </p>
      <p>{words}</p>
      {message && <p className="muted">{t('giftCards:words', { words: message })}</p>}
      {refunded > 0 && <p>{t('giftCards:bought.refunded', { price: formatAmd(refunded, locale) })}</p>}
      {receipts.map(({ kind, number, link }) => (
        <p key={number} className="muted">
          {link ? (
            <a className={styles.link} href={link} target="_blank" rel="noopener">
              {t(`giftCards:bought.receipt.${kind}`, { number })}
            </a>
          ) : (
            t(`giftCards:bought.receipt.${kind}`, { number })
          )}
        </p>
      ))}
      {isSending && <Resend card={card} onDone={() => setSending(false)} />}
      {isAsking && (
        <div className={styles.form}>
          <p>{t(state === 'awaiting' ? 'giftCards:bought.askUnpaid' : 'giftCards:bought.ask', { price })}</p>
          <p className={styles.buttons}>
            <Button look="brand" pending={asked.state === 'pending'} onClick={() => void cancel()}>
              {t('giftCards:bought.cancel')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('giftCards:bought.keep')}</Button>
          </p>
        </div>
      )}
      {!isAsking && !isSending && (
        <p className={styles.buttons}>
          {state === 'awaiting' && (
            <Button look="brand" pending={asked.state === 'pending'} onClick={() => void ask(payGiftCard, orderNumber)}>
              {t('giftCards:send.pay', { price })}
            </Button>
          )}
          {(state === 'waiting' || state === 'sent' || state === 'unreachable') && (
            <Button onClick={() => setSending(true)}>{t('giftCards:bought.resend')}</Button>
          )}
          {canCancel && (
            <Button look="quiet" onClick={() => setAsking(true)}>
              {t('giftCards:bought.cancel')}
            </Button>
          )}
        </p>
      )}
      <p role="alert">{failureWords(asked, t)}</p>
    </>
  )
}

const Resend = ({ card: { orderId, recipient }, onDone }: { card: BoughtGiftCard; onDone: () => void }) => {
  const t = useT('giftCards', 'states')
  const state = useStore(sendGiftCard.$state)
  const [email, setEmail] = useState(recipient)
  const [isShown, setShown] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setShown(true)
    if (!isEmail(email.trim()) || !(await sendGiftCard.submit(orderId, email.trim()))) return
    void announce('giftCards:bought.resendDone')
    onDone()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={t('giftCards:send.recipient')}
        type="email"
        autoComplete="off"
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        hint={t('giftCards:bought.resendHint')}
        error={isShown && !isEmail(email.trim()) ? t('giftCards:send.recipientFault') : failureWords(state, t)}
      />
      <p className={styles.buttons}>
        <Button look="brand" type="submit" pending={state.state === 'pending'}>
          {t('giftCards:bought.resend')}
        </Button>
        <Button onClick={onDone}>{t('giftCards:bought.keep')}</Button>
      </p>
    </form>
  )
}
