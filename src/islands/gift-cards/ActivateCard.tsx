import { useEffect, useState, type FormEvent } from 'react'
import { useStore } from '@nanostores/react'
import { formatAmd } from '#domain/money.ts'
import { localePath } from '#domain/locale.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { announce } from '#stores/announce.ts'
import { activateCode } from '#stores/gift-cards/gift-cards.ts'
import styles from './gift-cards.module.css'

/** Longest code of the API, with spaces. */
const MAX_CODE = 40

/** Modal `account-gift-card`: enters the code of a gift card; one of a promo code is named, with the way to where it works. */
export const ActivateCard = ({ close }: ModalProps<'account-gift-card'>) => {
  const t = useT('giftCards', 'states')
  const locale = useLocale()
  const state = useStore(activateCode.$state)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [promoCode, setPromoCode] = useState<string | null>(null)
  // What was refused the last time is not said again.
  useEffect(() => activateCode.reset(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setMissing(code.trim() === '')
    setPromoCode(null)
    if (code.trim() === '') return
    const activated = await activateCode.submit(code.trim())
    if (!activated) return
    if (activated.kind === 'voucher') return setPromoCode(activated.promoCode)
    void announce('giftCards:activated', { price: formatAmd(activated.giftCard.balance, locale) })
    close()
  }
  return (
    <SheetContent title={t('giftCards:enter.title')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('giftCards:enter.code')}
          hint={t('giftCards:enter.hint')}
          value={code}
          maxLength={MAX_CODE}
          data-autofocus
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          error={isMissing ? t('giftCards:enter.missing') : failureWords(state, t)}
          onChange={(event) => {
            setCode(event.target.value)
            activateCode.reset()
          }}
        />
        {promoCode && (
          <p aria-live="polite">
            {t('giftCards:enter.promo', { code: promoCode })}{' '}
            <a className={styles.link} href={localePath(locale, '/checkout')}>
              {t('giftCards:enter.toCheckout')}
            </a>
          </p>
        )}
        <Button look="brand" type="submit" wide pending={state.state === 'pending'}>
          {t('giftCards:enter.submit')}
        </Button>
      </form>
    </SheetContent>
  )
}
