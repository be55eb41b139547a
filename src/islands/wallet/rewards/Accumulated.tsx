import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { openModal } from '#stores/modals.ts'
import { $rewards, loadRewards } from '#stores/wallet/rewards.ts'
import { pointsVariables } from '../points-words.ts'
import styles from '../wallet.module.css'

/** Modal `visa-accumulated`: what earns points or tickets, and how many each of it has earned; its terms are a press away. */
export const Accumulated = (_: ModalProps<'visa-accumulated'>) => {
  const t = useT('wallet', 'draws', 'states')
  const locale = useLocale()
  const rewards = useStore($rewards)
  useEffect(() => void loadRewards(), [])
  return (
    <SheetContent title={t('wallet:rewards.title')}>
      {rewards === undefined && <Skeleton lines={4} label={t('states:loading')} />}
      {rewards === null && <Failed text={t('wallet:rewards.failed')} onRetry={() => void loadRewards()} />}
      {rewards?.length === 0 && <p>{t('wallet:rewards.none')}</p>}
      {rewards && rewards.length > 0 && (
        <ul className={styles.entries}>
          {rewards.map(({ key, title, isRunning, earned, draw, freeDelivery }) => (
            <li key={key} className={styles.entry}>
              <p className={styles.what}>
                <strong>{title}</strong>
                {!freeDelivery && (
                  <strong className={(draw?.own ?? earned) > 0 ? styles.plus : undefined}>
                    {draw ? t('draws:bonus', { count: draw.own }) : t('wallet:points', pointsVariables(earned, locale))}
                  </strong>
                )}
              </p>
              {!isRunning && <p className="muted">{t('wallet:rewards.over')}</p>}
              <p>
                <Button aria-label={`${t('wallet:rewards.terms')}, ${title}`} onClick={() => openModal('visa-terms', { reward: key })}>
                  {t('wallet:rewards.terms')}
                </Button>
              </p>
            </li>
          ))}
        </ul>
      )}
    </SheetContent>
  )
}
