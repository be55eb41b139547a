import { useEffect, useState, type FormEvent } from 'react'
import { useStore } from '@nanostores/react'
import type { TopUp, WalletEntry } from '#contract/wallet/calls.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { TOP_UP_BOUNDS } from '#domain/rewards/corporate-wallet.ts'
import { formatDay } from '#domain/time/format-day.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { announce } from '#stores/announce.ts'
import { corporateWallet, topUp } from '#stores/wallet/wallet.ts'
import { EntryWhen, History } from './History.tsx'
import styles from './wallet.module.css'

/** What a company paid in: what is left of it, invoices that fill it, and what came and went. */
export const CorporateWallet = () => {
  const t = useT('wallet', 'states')
  const locale = useLocale()
  const shown = useStore(corporateWallet.$wallet)
  useEffect(() => void corporateWallet.load(), [])
  if (shown.state === 'loading') return <Skeleton lines={4} label={t('states:loading')} />
  if (shown.state === 'failed') return <Failed text={shown.failure.message} onRetry={() => void corporateWallet.load()} />
  const { wallet, entries } = shown
  return (
    <>
      <section className={styles.card} aria-labelledby="corporate">
        <h2 id="corporate" className={styles.title}>
          {t('wallet:corporate.title')}
        </h2>
        <p className={styles.available}>{formatAmd(wallet.available, locale)}</p>
        <p className="muted">{t('wallet:corporate.about')}</p>
        {wallet.topUps.length > 0 && (
          <ul className={styles.entries}>
            {wallet.topUps.map((each) => (
              <Invoice key={each.number} invoice={each} />
            ))}
          </ul>
        )}
        {wallet.canTopUp && <TopUpPart />}
      </section>
      {entries.length > 0 && (
        <History shown={shown} title={t('wallet:corporate.history')} onMore={corporateWallet.loadMore}>
          {(entry) => <Entry key={entry.id} entry={entry} />}
        </History>
      )}
    </>
  )
}

const Invoice = ({ invoice: { number, amount, received, lastDay } }: { invoice: TopUp }) => {
  const t = useT('wallet')
  const locale = useLocale()
  const price = formatAmd(amount, locale)
  const date = formatDay(lastDay)
  return (
    <li className={styles.entry}>
      <p>
        {received > 0
          ? t('wallet:corporate.left', { number, price, left: formatAmd(amount - received, locale) })
          : t('wallet:corporate.waiting', { number, price, date })}
      </p>
      <p>
        <a className="button" href={localePath(locale, `/account/orders/${number}/invoice`)}>
          {t('wallet:corporate.print')}
        </a>
      </p>
    </li>
  )
}

const Entry = ({ entry: { type, amount, at, order, reason } }: { entry: WalletEntry }) => {
  const t = useT('wallet')
  const price = formatAmd(amount, useLocale())
  const why =
    reason.why === 'toppedUp'
      ? t('wallet:corporate.why.toppedUp', { invoice: reason.invoice })
      : reason.why === 'spent' || reason.why === 'returned' || reason.why === 'refunded' || reason.why === 'emptied'
        ? t(`wallet:corporate.why.${reason.why}`)
        : ''
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <strong>{t(`wallet:corporate.type.${type}`)}</strong>
        <strong className={amount > 0 ? styles.plus : undefined}>{amount > 0 ? `+${price}` : price}</strong>
      </p>
      <p>{why}</p>
      <p className="muted">
        <EntryWhen at={at} order={order} />
      </p>
    </li>
  )
}

const TopUpPart = () => {
  const t = useT('wallet')
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <TopUpForm onDone={() => setOpen(false)} />
  ) : (
    <p>
      <Button onClick={() => setOpen(true)}>{t('wallet:corporate.open')}</Button>
    </p>
  )
}

const TopUpForm = ({ onDone }: { onDone: () => void }) => {
  const t = useT('wallet', 'states')
  const locale = useLocale()
  const state = useStore(topUp.$state)
  const [amount, setAmount] = useState('')
  const [isShown, setShown] = useState(false)
  const number = Number(amount)
  const isFine = Number.isInteger(number) && number >= TOP_UP_BOUNDS.min && number <= TOP_UP_BOUNDS.max
  const range = t('wallet:corporate.range', { least: formatAmd(TOP_UP_BOUNDS.min, locale), most: formatAmd(TOP_UP_BOUNDS.max, locale) })
  const fault = isShown && !isFine
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setShown(true)
    if (!isFine) return
    const written = await topUp.submit(number)
    if (!written) return
    void announce('wallet:corporate.done', { number: written.number })
    onDone()
  }
  return (
    <form className={styles.details} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={t('wallet:corporate.amount')}
        inputMode="numeric"
        data-autofocus
        value={amount}
        onChange={(event) => setAmount(event.target.value.replace(/\s/g, ''))}
        hint={fault ? undefined : range}
        error={fault ? range : undefined}
      />
      <p role="alert">{failureWords(state, t)}</p>
      <div className={styles.buttons}>
        <Button look="brand" type="submit" pending={state.state === 'pending'}>
          {t('wallet:corporate.submit')}
        </Button>
        <Button onClick={onDone}>{t('wallet:corporate.cancel')}</Button>
      </div>
    </form>
  )
}
