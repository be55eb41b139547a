import { useStore } from '@nanostores/react'
import type { GroupMember, GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { formatAmd } from '#domain/money.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { $basketFlags } from '#stores/baskets/flags.ts'
import { openModal } from '#stores/modals.ts'
import { isUnlimited, ownMember } from '#stores/group-orders/group-order.ts'
import { removeFromGroup } from '#stores/group-orders/take-part.ts'
import { Face, Faces } from './Faces.tsx'
import styles from './group-orders.module.css'

/** Who is in the group order, what each has chosen, who is ready, and what is left of the own limit. */
export const GroupPanel = ({ info }: { info: GroupOrderInfo }) => {
  const t = useT('group')
  const locale = useLocale()
  const { members, state, role, itemsPrice, missingToMinimum, orderPrice, isEstimate, initiatorName } = info
  return (
    <>
      <div className={styles.people}>
        <Faces members={members} />
        <span className="muted">{t('group:panel.people', { count: members.length })}</span>
        {state === 'open' && <Button onClick={() => openModal('share-link-group-order')}>{t('group:panel.invite')}</Button>}
      </div>
      {state === 'locked' && (
        <p className="panel">{role === 'owner' ? t('group:panel.lockedOwner') : t('group:panel.lockedMember', { name: initiatorName })}</p>
      )}
      {role === 'member' && !isUnlimited(info) && <Limit info={info} />}
      <ul className={styles.members}>
        {members.map((member) => (
          <MemberLines key={member.id} member={member} removable={role === 'owner' && member.role === 'member'} />
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

const MemberLines = ({ member, removable }: { member: GroupMember; removable: boolean }) => {
  const t = useT('group')
  const locale = useLocale()
  const { name, role, isYou, ready, items, itemsPrice, share } = member
  const notes = [isYou && t('group:panel.you'), role === 'owner' && t('group:panel.organiser')].filter(Boolean).join(', ')
  return (
    <li className={styles.member}>
      <Face member={member} />
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        {notes && <span className="muted"> ({notes})</span>}
        <br />
        {role === 'member' && (
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
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.id}>
              <span>
                {item.name} × {formatQuantity(item.quantity, item.unitId, locale)}
                {item.availability !== 'ok' && <span className={styles.gone}> · {t('group:panel.soldOut')}</span>}
              </span>
              <Money amd={item.totalPrice} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
