import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { DrawTerms, Reward } from '#contract/wallet/calls.ts'
import { formatAmd } from '#domain/money.ts'
import type { Locale } from '#domain/locale.ts'
import { formatDay } from '#domain/time/format-day.ts'
import { orderMethod } from '#i18n/method-keys.ts'
import type { Translate } from '#i18n/keys.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $rewards, loadRewards } from '#stores/wallet/rewards.ts'
import { formatRate } from '../PointsHistory.tsx'
import { pointsVariables } from '../points-words.ts'
import styles from '../wallet.module.css'

/** Modal `visa-terms`: what a reward asks for, and what it gives. */
export const RewardTerms = ({ params: { reward: key } }: ModalProps<'visa-terms'>) => {
  const t = useT('wallet', 'draws', 'orders', 'states')
  const locale = useLocale()
  const rewards = useStore($rewards)
  useEffect(() => {
    if (!rewards) void loadRewards()
  }, [rewards])
  const reward = rewards?.find((each) => each.key === key)
  return (
    <SheetContent title={reward?.title ?? t('wallet:rewards.terms')}>
      {rewards === undefined && <Skeleton lines={4} label={t('states:loading')} />}
      {rewards === null && <Failed text={t('wallet:rewards.failed')} onRetry={() => void loadRewards()} />}
      {rewards && !reward && <p>{t('wallet:rewards.gone')}</p>}
      {reward && (
        <dl className={styles.details}>
          {termsOf(reward, t, locale).map(([name, text]) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </SheetContent>
  )
}

type Terms = [name: string, text: string][]

const termsOf = (reward: Reward, t: Translate, locale: Locale): Terms => {
  const { rate, points, draw, freeDelivery, minimum, cap, kinds, methods, labelled, from, to } = reward
  const words = (amount: number): string => t('wallet:points', pointsVariables(amount, locale))
  const ofPoints =
    rate === null ? t('wallet:rewards.fixed', { points: words(points ?? 0) }) : t('wallet:rewards.rate', { rate: formatRate(rate, locale) })
  const ofOrder = freeDelivery ? t('wallet:deliveries.gives') : ofPoints
  const gives = draw ? t('draws:terms.gives', { tickets: t('draws:bonus', { count: draw.tickets }) }) : ofOrder
  const where = kinds.length === 0 ? t('wallet:rewards.everywhere') : kinds.map((kind) => t(`wallet:rewards.kind.${kind}`)).join(', ')
  const paid = methods.length === 0 ? t('wallet:rewards.anyMethod') : methods.map((method) => t(orderMethod(method, 'by'))).join(', ')
  return [
    [t('wallet:rewards.gives'), labelled ? t('wallet:rewards.marked', { gives }) : gives],
    ...(minimum > 0 ? [[t('wallet:rewards.minimum'), formatAmd(minimum, locale)] satisfies Terms[number]] : []),
    ...(cap === null ? [] : [[t('wallet:rewards.cap'), words(cap)] satisfies Terms[number]]),
    [t('wallet:rewards.where'), where],
    [t('wallet:rewards.paid'), paid],
    [t('wallet:rewards.period'), `${formatDay(from)} – ${formatDay(to)}`],
    ...(draw ? termsOfDraw(draw, t, locale) : termsOfPoints(reward, t))
  ]
}

const termsOfPoints = ({ freeDelivery, liveDays, liveUntil }: Reward, t: Translate): Terms => [
  [t('wallet:rewards.available'), t(freeDelivery ? 'wallet:deliveries.available' : 'wallet:rewards.availableText')],
  [
    t(freeDelivery ? 'wallet:deliveries.lives' : 'wallet:rewards.lives'),
    liveUntil === null ? t('wallet:rewards.days', { count: liveDays ?? 0 }) : t('wallet:rewards.until', { date: formatDay(liveUntil) })
  ]
]

const termsOfDraw = ({ winners, prize, own }: DrawTerms, t: Translate, locale: Locale): Terms => [
  [t('draws:terms.prizes'), t('draws:terms.each', { count: winners, prize: formatAmd(prize, locale) })],
  [t('draws:terms.drawn'), t('draws:terms.after')],
  [t('draws:terms.own'), t('draws:bonus', { count: own })]
]
