import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { GroupCollecting, GroupMember, GroupOrderInfo } from '#contract/group-orders/calls.ts'
import { cardTitle } from '#domain/cards/brand.ts'
import { otherLanguage } from '#domain/language-of.ts'
import { formatAmd } from '#domain/money.ts'
import { checkoutMethod } from '#i18n/method-keys.ts'
import { PAYMENT_NOTES } from '#islands/payments/payment-notes.ts'
import { MethodIcon } from '#islands/payments/MethodIcon.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { $cards, loadCards, usableCards } from '#stores/cards/cards.ts'
import { ownMoneyFields, type SplitOwnMoney } from '#stores/checkout/split-own-money.ts'
import { $clock } from '#stores/clock.ts'
import { loadGroup, ownMember } from '#stores/group-orders/group-order.ts'
import { payShare } from '#stores/group-orders/pay-share.ts'
import { NO_OWN_MONEY, shareMoneyOf } from '#stores/group-orders/share-money.ts'
import { cancelGroup, completeGroup, goOnWithout } from '#stores/group-orders/take-part.ts'
import { ask } from '#stores/modals.ts'
import { countdown } from '#stores/orders/order-view.ts'
import type { PaymentNote } from '#stores/orders/order-actions.ts'
import { isPayableHere } from '#stores/payable-here.ts'
import { GroupPanel } from './GroupPanel.tsx'
import { Pending } from './Pending.tsx'
import { Remind } from './Remind.tsx'
import styles from './group-orders.module.css'

/** A saved card has the method of its kind, and its id besides. */
interface Way {
  paymentId: number
  boundCardId?: number
}
const nameOf = ({ paymentId, boundCardId = 0 }: Way): string => `${paymentId}-${boundCardId}`

/** For who has some: loaded on demand. */
const OwnMoneyChoice = lazy(async () => ({ default: (await import('#islands/checkout/own-money/OwnMoneyChoice.tsx')).OwnMoneyChoice }))

/** While everybody pays: the clock, who has paid, the own share and how it is paid, and what the initiator can do about who has not. */
export const CollectingShares = ({ info, collecting }: { info: GroupOrderInfo; collecting: GroupCollecting }) => {
  const t = useWords('group', 'checkout', 'orders', 'paying', 'states')
  const locale = useLocale()
  const { orderNumber, payableBy, pausedFor } = collecting
  // While staff look into it, nobody pays.
  const due = pausedFor === null ? collecting.due : 0
  const task = useStore(payShare.$state)
  const [note, setNote] = useState<PaymentNote | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const ways = useWays(payableBy, due > 0)
  const way = ways.find(({ value }) => nameOf(value) === chosen) ?? ways[0]
  const [choices, setChoices] = useState(NO_OWN_MONEY)
  const own = shareMoneyOf(collecting, choices)
  const left = own?.left ?? due
  const isOwner = info.role === 'owner'
  const pay = async (): Promise<void> => {
    if (way || left === 0) setNote(await payShare.submit({ orderNumber, ...(left > 0 && way?.value), ...(own && ownMoneyFields(own)) }))
  }
  const payFor = async ({ id, name, due: theirs }: GroupMember): Promise<void> => {
    if (!(await ask('payForMember', { name, amount: formatAmd(due + theirs, locale) }))) return
    setNote(await payShare.submit({ orderNumber, memberId: id }))
  }
  const refused = ownMember(info)?.payment === 'refused'
  return (
    <SheetContent
      title={`${t('group:pay.title')}, ${info.supplier.name}`}
      footer={
        due > 0 && (
          <Button look="brand" pending={task.state === 'pending'} onClick={() => void pay()}>
            {left > 0 ? t('group:pay.go', { price: formatAmd(left, locale) }) : t('group:pay.goOwn')}
          </Button>
        )
      }
    >
      {pausedFor === null ? (
        <TimeLeft collecting={collecting} />
      ) : (
        <div className={`panel ${styles.paused}`}>
          <h3>{t('orders:paused.title')}</h3>
          <p lang={otherLanguage(pausedFor, locale)}>{pausedFor}</p>
          <p>{t('group:pay.paused')}</p>
        </div>
      )}
      {due > 0 && (
        <>
          {(refused || note) && (
            <p className={styles.warning}>
              <Icon name="alert" /> {t(note && !refused ? PAYMENT_NOTES[note] : 'group:pay.refusedYou')}
            </p>
          )}
          {own && hasOwnMoney(own) && (
            <Suspense fallback={null}>
              <OwnMoneyChoice own={own} onChoose={(change) => setChoices({ ...choices, ...change })} />
            </Suspense>
          )}
          {left > 0 ? (
            <Choice
              kind="radio"
              legend={t('group:pay.method')}
              options={ways.map(({ value, label }) => ({ value: nameOf(value), label }))}
              chosen={way ? [nameOf(way.value)] : []}
              onChoose={([value]) => setChosen(value ?? null)}
            />
          ) : (
            <p>{t('checkout:own.all')}</p>
          )}
        </>
      )}
      <p role="alert" className={styles.warning}>
        {task.state === 'failed' && (task.failure.message || t('states:failedText'))}
      </p>
      <GroupPanel info={info} onPayFor={isOwner && pausedFor === null ? (member) => void payFor(member) : undefined} />
      {isOwner && pausedFor === null && <OwnersChoices info={info} collecting={collecting} />}
    </SheetContent>
  )
}

const hasOwnMoney = ({ giftCards, points, corporate }: SplitOwnMoney): boolean =>
  giftCards.covers > 0 || points.covers > 0 || (corporate?.available ?? 0) > 0

/** Saved cards, then the methods that this browser can pay with. */
const useWays = (methods: GroupCollecting['payableBy'], isWanted: boolean) => {
  const t = useT('checkout')
  const cards = usableCards(useStore($cards))
  const saving = methods.find(({ savesCards }) => savesCards)
  const asks = isWanted && saving !== undefined
  useEffect(() => {
    if (asks) void loadCards()
  }, [asks])
  const saved = saving
    ? cards.map(({ id, brand, lastFour }) => ({
        value: { paymentId: saving.id, boundCardId: id } as Way,
        label: (
          <span className={styles.method}>
            <MethodIcon name={saving.icon} /> {cardTitle(brand, lastFour)}
          </span>
        )
      }))
    : []
  const others = methods.filter(isPayableHere).map(({ id, key, icon }) => ({
    value: { paymentId: id } as Way,
    label: (
      <span className={styles.method}>
        <MethodIcon name={icon} /> {t(checkoutMethod(key, 'name'))}
      </span>
    )
  }))
  return [...saved, ...others]
}

/** The order ends by itself: then the group order is asked for. */
const TimeLeft = ({ collecting: { payBefore, due } }: { collecting: GroupCollecting }) => {
  const t = useT('group')
  const now = useStore($clock)
  const left = payBefore === null ? 0 : Math.max(0, Date.parse(payBefore) - now)
  const isOver = now > 0 && left === 0
  useEffect(() => {
    if (isOver) void loadGroup()
  }, [isOver])
  return <p className="panel">{t(due > 0 ? 'group:pay.due' : 'group:pay.waiting', { left: now === 0 ? '…' : countdown(left) })}</p>
}

const OwnersChoices = ({ info: { members }, collecting: { without } }: { info: GroupOrderInfo; collecting: GroupCollecting }) => {
  const t = useT('group')
  const locale = useLocale()
  const isPaid = members.some(({ payment }) => payment === 'paid')
  return (
    <>
      {without && (
        <div>
          <Remind />
        </div>
      )}
      {without && without.missing > 0 && <p className="muted">{t('group:pay.missing', { price: formatAmd(without.missing, locale) })}</p>}
      {without && without.missing === 0 && (
        <div>
          <p className="muted">
            {without.extra > 0 ? t('group:pay.extra', { price: formatAmd(without.extra, locale) }) : t('group:pay.extraNone')}
          </p>
          <Pending look="plain" work={() => goOnWithout(without.extra)}>
            {t('group:pay.goOn')}
          </Pending>
        </div>
      )}
      <div className={styles.ways}>
        {!isPaid && (
          <Pending look="plain" work={() => completeGroup(false)}>
            {t('group:panel.unlock')}
          </Pending>
        )}
        <Button look="quiet" onClick={() => void cancelGroup(isPaid)}>
          {t('group:panel.cancel')}
        </Button>
      </div>
    </>
  )
}
