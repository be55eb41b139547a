import { useStore } from '@nanostores/react'
import type { GroupMember, GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { formatAmd } from '#domain/money.ts'
import { formatTime } from '#i18n/dates.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { $basketFlags } from '#stores/baskets/flags.ts'
import { openModal } from '#stores/modals.ts'
import { $taken, isUnlimited, ownMember } from '#stores/group-orders/group-order.ts'
import { removeFromGroup, removeLine } from '#stores/group-orders/take-part.ts'
import { Face, Faces } from './Faces.tsx'
import { GroupDelivery } from './GroupDelivery.tsx'
import styles from './group-orders.module.css'

interface PanelProps {
  info: GroupOrderInfo
  /** While everybody pays, for the initiator: takes over what a member owes. */
  onPayFor?: ((member: GroupMember) => void) | undefined
}

/** Who is in the group order, what each has chosen, who is ready or has paid, and what is left of the own limit. */
export const GroupPanel = ({ info, onPayFor }: PanelProps) => {
  const t = useT('group')
  const locale = useLocale()
  const taken = useStore($taken)
  const { deadline, members, state, role, itemsPrice, missingToMinimum, orderPrice, isEstimate, initiatorName } = info
  return (
    <>
      <div className={styles.people}>
        <Faces members={members} />
        <span className="muted">{t('group:panel.people', { count: members.length })}</span>
        {state === 'open' && <Button onClick={() => openModal('share-link-group-order')}>{t('group:panel.invite')}</Button>}
      </div>
      {(state === 'open' || state === 'locked') && <GroupDelivery info={info} />}
      {state === 'open' && deadline && <p>{t('group:panel.closes', { time: formatTime(Date.parse(deadline)) })}</p>}
      {state === 'locked' && (
        <p className="panel">{role === 'owner' ? t('group:panel.lockedOwner') : t('group:panel.lockedMember', { name: initiatorName })}</p>
      )}
      {taken.length > 0 && (
        <p className={styles.warning}>
          <Icon name="alert" /> {t('group:said.taken', { names: taken.join(', ') })}
        </p>
      )}
      {role === 'member' && state !== 'collecting' && !isUnlimited(info) && <Limit info={info} />}
      <ul className={styles.members}>
        {members.map((member) => (
          <MemberLines
            key={member.id}
            member={member}
            isPaying={state === 'collecting'}
            removable={role === 'owner' && member.role === 'member' && state !== 'collecting'}
            onPayFor={onPayFor}
          />
        ))}
      </ul>
      {orderPrice > itemsPrice && (
        <p className={styles.costs}>
          <span>{t('group:panel.costs')}</span> <Money amd={orderPrice - itemsPrice} />
        </p>
      )}
      <p className={styles.total}>
        <span>{t('group:panel.sum')}</span> <Money amd={orderPrice} />
      </p>
      {isEstimate && itemsPrice > 0 && <p className="muted">{t('group:panel.estimate')}</p>}
      {missingToMinimum > 0 && (
        <p className={styles.warning}>
          <Icon name="alert" /> {t('group:panel.missing', { price: formatAmd(missingToMinimum, locale) })}
        </p>
      )}
    </>
  )
}

/** How much of the limit is used; it turns when something was refused for it. */
const Limit = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const locale = useLocale()
  const { limitError } = useStore($basketFlags)
  const spent = ownMember(info)?.itemsPrice ?? 0
  const isOver = limitError || spent > info.limit
  const words = t('group:panel.spent', { spent: formatAmd(spent, locale), limit: formatAmd(info.limit, locale) })
  return (
    <div className={`${styles.meter} ${isOver ? styles.over : ''}`}>
      <p>
        {words} · {t('group:panel.left', { price: formatAmd(Math.max(0, info.limit - spent), locale) })}
      </p>
      <progress aria-label={words} max={info.limit} value={Math.min(spent, info.limit)} />
      {isOver && (
        <p className={styles.warning}>
          <Icon name="alert" /> {t('group:panel.exceeded')}
        </p>
      )}
    </div>
  )
}

interface MemberProps {
  member: GroupMember
  isPaying: boolean
  removable: boolean
  onPayFor: PanelProps['onPayFor']
}

const PAYMENT_WORDS = {
  covered: 'group:pay.isCovered',
  due: 'group:pay.isDue',
  refused: 'group:pay.isRefused',
  paid: 'group:pay.isPaid'
} as const

const MemberLines = ({ member, isPaying, removable, onPayFor }: MemberProps) => {
  const t = useT('group')
  const locale = useLocale()
  const { name, role, isYou, ready, items, itemsPrice, share, payment, due } = member
  const owes = payment === 'due' || payment === 'refused'
  const notes = [isYou && t('group:panel.you'), role === 'owner' && t('group:panel.organiser')].filter(Boolean).join(', ')
  return (
    <li className={styles.member}>
      <Face member={member} />
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        {notes && <span className="muted"> ({notes})</span>}
        <br />
        {isPaying && payment !== 'none' && (
          <span className={`${styles.state} ${payment === 'paid' ? styles.ready : ''} ${payment === 'refused' ? styles.gone : ''}`}>
            {payment === 'paid' && <Icon name="check" />} {t(PAYMENT_WORDS[payment], { price: formatAmd(due, locale) })}
          </span>
        )}
        {role === 'member' && !isPaying && (
          <span className={`${styles.state} ${ready ? styles.ready : ''}`}>
            {ready && <Icon name="check" />} {t(ready ? 'group:panel.isReady' : 'group:panel.choosing')}
          </span>
        )}
      </span>
      <span className={styles.sum}>
        {items.length > 0 ? <Money amd={itemsPrice} /> : <span className="muted">{t('group:panel.nothing')}</span>}
        {removable && (
          <Button
            look="round"
            className={styles.remove}
            aria-label={t('group:panel.remove', { name })}
            onClick={() => void removeFromGroup(member)}
          >
            <Icon name="cross" />
          </Button>
        )}
      </span>
      {share > itemsPrice && <span className={`muted ${styles.share}`}>{t('group:panel.share', { price: formatAmd(share, locale) })}</span>}
      {onPayFor && owes && !isYou && (
        <span className={styles.share}>
          <Button onClick={() => onPayFor(member)}>{t('group:pay.forMember', { name })}</Button>
        </span>
      )}
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.id}>
              <span>
                {item.name} × {formatQuantity(item.quantity, item.unitId, locale)}
                {item.availability !== 'ok' && (
                  <span className={styles.gone}>
                    {' · '}
                    {item.availability === 'below'
                      ? t('group:panel.onlyLeft', { available: formatQuantity(item.stock ?? 0, item.unitId, locale) })
                      : t('group:panel.soldOut')}
                  </span>
                )}
              </span>
              <span className={styles.sum}>
                <Money amd={item.totalPrice} />
                {removable && (
                  <Button
                    look="round"
                    className={styles.take}
                    aria-label={t('group:panel.removeLine', { item: item.name, name })}
                    onClick={() => void removeLine(item)}
                  >
                    <Icon name="cross" />
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
