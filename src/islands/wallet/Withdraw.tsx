import { useState, type FormEvent } from 'react'
import { useStore } from '@nanostores/react'
import type { Wallet } from '#contract/wallet/calls.ts'
import { formatAmd } from '#domain/money.ts'
import { accountNumber, isAccountNumber, MIN_WITHDRAWAL, WITHDRAWAL_TAX_PERCENT } from '#domain/rewards/withdrawal.ts'
import { formatDate } from '#i18n/dates.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { announce } from '#stores/announce.ts'
import { withdrawPoints } from '#stores/wallet/wallet.ts'
import { pointsVariables } from './points-words.ts'
import styles from './wallet.module.css'

/** Points as money in a bank account, less the tax; or the withdrawal that waits to be paid. */
export const Withdraw = ({ wallet: { available, withdrawal } }: { wallet: Wallet }) => {
  const t = useT('wallet')
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  if (withdrawal)
    return (
      <p>
        {t('wallet:withdraw.waiting', {
          price: formatAmd(withdrawal.amount, locale),
          account: withdrawal.account,
          date: formatDate(Date.parse(withdrawal.at))
        })}
      </p>
    )
  if (available < MIN_WITHDRAWAL) return null
  if (isOpen) return <WithdrawForm available={Math.floor(available)} onDone={() => setOpen(false)} />
  return (
    <p>
      <Button onClick={() => setOpen(true)}>{t('wallet:withdraw.open')}</Button>
    </p>
  )
}

const WithdrawForm = ({ available, onDone }: { available: number; onDone: () => void }) => {
  const t = useT('wallet', 'states')
  const locale = useLocale()
  const state = useStore(withdrawPoints.$state)
  const [points, setPoints] = useState(String(available))
  const [account, setAccount] = useState('')
  const [shown, setShown] = useState(false)
  const number = Number(points)
  const isFine = Number.isInteger(number) && number >= MIN_WITHDRAWAL && number <= available
  const words = (value: number): string => t('wallet:points', pointsVariables(value, locale))
  const tax = (number * WITHDRAWAL_TAX_PERCENT) / 100
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setShown(true)
    if (!isFine || !isAccountNumber(accountNumber(account))) return
    if (!(await withdrawPoints.submit(number, accountNumber(account)))) return
    void announce('wallet:withdraw.done')
    onDone()
  }
  return (
    <form className={styles.details} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={t('wallet:withdraw.points')}
        inputMode="numeric"
        data-autofocus
        value={points}
        onChange={(event) => setPoints(event.target.value.trim())}
        hint={isFine ? t('wallet:withdraw.gets', { price: formatAmd(number - tax, locale), tax: formatAmd(tax, locale) }) : undefined}
        error={shown && !isFine ? t('wallet:withdraw.range', { least: words(MIN_WITHDRAWAL), most: words(available) }) : undefined}
      />
      <Field
        label={t('wallet:withdraw.account')}
        inputMode="numeric"
        autoComplete="off"
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        hint={t('wallet:withdraw.accountHint')}
        error={shown && !isAccountNumber(accountNumber(account)) ? t('wallet:withdraw.accountFault') : undefined}
      />
      <p role="alert">{failureWords(state, t)}</p>
      <div className={styles.buttons}>
        <Button look="brand" type="submit" pending={state.state === 'pending'}>
          {t('wallet:withdraw.submit')}
        </Button>
        <Button onClick={onDone}>{t('wallet:withdraw.cancel')}</Button>
      </div>
    </form>
  )
}
