import { useEffect, useState, type FormEvent } from 'react'
import { useStore } from '@nanostores/react'
import type { NewGiftCardOrder } from '#contract/gift-cards/calls.ts'
import {
  GIFT_CARD_DAYS_AHEAD,
  GIFT_CARD_DESIGNS,
  GIFT_CARD_VALUE,
  GIFT_CARD_VALUES,
  MAX_GIFT_CARD_MESSAGE,
  type GiftCardDesign
} from '#domain/gift-cards/gift-card.ts'
import type { Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { isEmail } from '#domain/phone.ts'
import { addDays } from '#domain/time/yerevan-time.ts'
import { accountMethod } from '#i18n/method-keys.ts'
import { failureWords } from '#islands/account/failure-words.ts'
import { Own } from '#islands/account/Own.tsx'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { Field, TextField } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { today as dayHere } from '#stores/clock.ts'
import { $cardMethods, buyGiftCard, loadCardMethods } from '#stores/gift-cards/bought.ts'
import { CardFace, Picture } from './CardFace.tsx'
import { OwnPicture, type PickedPicture } from './OwnPicture.tsx'
import styles from './gift-cards.module.css'

/** An electronic gift card for somebody else: its value, look and words, who gets it and when, and how it is paid. */
export const SendCardPage = ({ locale }: { locale: Locale }) => (
  <Own locale={locale} words={['giftCards', 'cardPicture']}>
    {() => <SendCard />}
  </Own>
)

const OTHER = 'other'
type When = 'now' | 'later'

const SendCard = () => {
  const t = useT('giftCards', 'cardPicture', 'states', 'account')
  const locale = useLocale()
  const state = useStore(buyGiftCard.$state)
  const methods = useStore($cardMethods)
  const [chosen, setChosen] = useState<string>(String(GIFT_CARD_VALUES[1]))
  const [own, setOwn] = useState('')
  const [design, setDesign] = useState<GiftCardDesign>('classic')
  const [picture, setPicture] = useState<PickedPicture | null>(null)
  const [recipient, setRecipient] = useState('')
  const [message, setMessage] = useState('')
  const [when, setWhen] = useState<When>('now')
  const [day, setDay] = useState('')
  const [methodId, setMethodId] = useState<number | null>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => void loadCardMethods(), [])
  const today = dayHere()
  const lastDay = addDays(today, GIFT_CARD_DAYS_AHEAD)
  const price = (amd: number): string => formatAmd(amd, locale)
  const amount = Number(chosen === OTHER ? own : chosen)
  const { min, max } = GIFT_CARD_VALUE
  const isAmount = Number.isInteger(amount) && amount >= min && amount <= max
  const isDay = when === 'now' || (day >= today && day <= lastDay)
  const method = methods?.find(({ id }) => id === methodId) ?? methods?.find(({ isDefault }) => isDefault) ?? methods?.[0]
  const refusedAt = state.state === 'failed' ? state.failure.field : null
  const isMessageRefused = refusedAt === 'message'
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setShown(true)
    if (!isAmount || !isEmail(recipient.trim()) || !isDay || !method || picture?.id === null) return
    const words = message.trim().replace(/\s+/g, ' ')
    const order: NewGiftCardOrder = {
      ...{ amount, recipientEmail: recipient.trim(), design, paymentId: method.id },
      ...(words && { message: words }),
      ...(picture?.id && { photoId: picture.id }),
      ...(when === 'later' && { sendOn: day })
    }
    await buyGiftCard.submit(order)
  }
  return (
    <form className={styles.send} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.form}>
        <Choice
          kind="radio"
          legend={t('giftCards:send.value')}
          options={[
            ...GIFT_CARD_VALUES.map((value) => ({ value: String(value), label: price(value) })),
            { value: OTHER, label: t('giftCards:send.other') }
          ]}
          chosen={[chosen]}
          onChoose={([value]) => setChosen(value ?? OTHER)}
        />
        {chosen === OTHER && (
          <Field
            label={t('giftCards:send.amount')}
            inputMode="numeric"
            value={own}
            onChange={(event) => setOwn(event.target.value.replace(/\s/g, ''))}
            hint={t('giftCards:send.range', { least: price(min), most: price(max) })}
            error={isShown && !isAmount ? t('giftCards:send.range', { least: price(min), most: price(max) }) : undefined}
          />
        )}
        <Choice
          kind="radio"
          legend={t('giftCards:send.design')}
          options={GIFT_CARD_DESIGNS.map((value) => ({
            value,
            label: (
              <span className={styles.method}>
                <Picture design={value} /> {t(`giftCards:design.${value}`)}
              </span>
            )
          }))}
          chosen={[design]}
          onChoose={([value]) => value && setDesign(value)}
        />
        <OwnPicture
          picture={picture}
          onPicture={setPicture}
          refused={refusedAt === 'photoId' ? failureWords(state, t) : isShown && picture?.id === null ? t('cardPicture:wait') : undefined}
        />
        <Field
          label={t('giftCards:send.recipient')}
          type="email"
          autoComplete="off"
          value={recipient}
          onChange={(event) => setRecipient(event.target.value)}
          hint={t('giftCards:send.recipientHint')}
          error={isShown && !isEmail(recipient.trim()) ? t('giftCards:send.recipientFault') : undefined}
        />
        <TextField
          label={t('giftCards:send.message')}
          value={message}
          onValue={setMessage}
          maxLength={MAX_GIFT_CARD_MESSAGE}
          error={isMessageRefused ? failureWords(state, t) : undefined}
        />
        <Choice
          kind="radio"
          legend={t('giftCards:send.when')}
          options={[
            { value: 'now' as const, label: t('giftCards:send.now') },
            { value: 'later' as const, label: t('giftCards:send.later') }
          ]}
          chosen={[when]}
          onChoose={([value]) => value && setWhen(value)}
        />
        {when === 'later' && (
          <Field
            label={t('giftCards:send.day')}
            type="date"
            min={today}
            max={lastDay}
            value={day}
            onChange={(event) => setDay(event.target.value)}
            error={isShown && !isDay ? t('giftCards:send.dayFault') : undefined}
          />
        )}
      </div>
      <div className={styles.form}>
        <h2 className={styles.title}>{t('giftCards:send.preview')}</h2>
        <CardFace
          design={design}
          amount={isAmount ? amount : 0}
          name={t('giftCards:send.card')}
          message={message.trim()}
          photo={picture?.shown}
        />
        {methods ? (
          <Choice
            kind="radio"
            legend={t('giftCards:send.method')}
            error={isShown && !method ? t('giftCards:send.noMethod') : undefined}
            options={methods.map(({ id, key, icon }) => ({
              value: id,
              label: (
                <span className={styles.method}>
                  <MethodIcon name={icon} /> {t(accountMethod(key, 'name'))}
                </span>
              )
            }))}
            chosen={method ? [method.id] : []}
            onChoose={([id]) => setMethodId(id ?? null)}
          />
        ) : (
          <Skeleton lines={3} label={t('states:loading')} />
        )}
        <p className="muted">{t('giftCards:send.about')}</p>
        <p role="alert">{refusedAt !== 'message' && refusedAt !== 'photoId' && failureWords(state, t)}</p>
        <Button look="brand" type="submit" wide pending={state.state === 'pending'}>
          {isAmount ? t('giftCards:send.pay', { price: price(amount) }) : t('giftCards:send.payNothing')}
        </Button>
      </div>
    </form>
  )
}
