import { useEffect, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import { ORDER_MODE, supplierPath } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import type { AddressFormHandle } from '#islands/addresses/AddressForm.tsx'
import { useAddresses } from '#islands/addresses/use-addresses.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { cameForPickup, cameFromLogin } from '#islands/ui/login-mark.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { loadBasket } from '#stores/baskets/load.ts'
import { fulfilmentOfBasket, isOfTickets, isPickup, needsNoAddress } from '#stores/baskets/mode.ts'
import { $basket } from '#stores/baskets/shown.ts'
import { $draft, $obstacles } from '#stores/checkout/draft.ts'
import { orderStep, type OrderStep } from '#stores/checkout/place-order.ts'
import { startCheckout } from '#stores/checkout/start.ts'
import { $placing, placeOrder, isPriceUnchanged } from '#stores/checkout/checkout.ts'
import { reloadTimes } from '#stores/checkout/delivery-time.ts'
import { environment } from '#stores/environment.ts'
import { $modals, openModal } from '#stores/modals.ts'
import { BranchPart } from './BranchPart.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { ElsePart } from './ElsePart.tsx'
import { focusFinder, partId, type PartName } from './Part.tsx'
import { PayPart } from './PayPart.tsx'
import { signIn, SignInPart } from './SignInPart.tsx'
import { Summary } from './Summary.tsx'
import { WhenPart } from './WhenPart.tsx'
import { WherePart } from './WherePart.tsx'
import styles from './checkout.module.css'

const PART_OF = {
  address: 'where',
  branches: 'where',
  tooFar: 'where',
  time: 'when',
  stock: 'summary',
  membersStock: 'summary',
  minimum: 'summary',
  overloaded: 'summary'
} as const satisfies Record<string, PartName>

const focusPart = (name: PartName): void => document.getElementById(partId(name))?.focus()

export const CheckoutBody = () => {
  const t = useWords('checkout', 'states', 'address', 'basket')
  const locale = useLocale()
  const basket = useStore($basket)
  const draft = useStore($draft)
  const placing = useStore($placing)
  const known = useAddresses()
  /** Missing inputs are shown after the first attempt. */
  const [missing, setMissing] = useState<'address' | 'field' | null>(null)
  const form = useRef<AddressFormHandle>(null)
  const [isSaving, setSaving] = useState(false)
  const [isTyping, setTyping] = useState(false)
  /** Counts the requests to open the address search, or to focus the known address. */
  const [asked, setAsked] = useState(0)
  const modals = useStore($modals)
  const wasGuest = useRef(cameFromLogin())
  const signedIn = draft?.signedIn
  // The pressed sign-in button is gone: once the dialog has closed the focus moves to what comes next.
  useEffect(() => {
    if (signedIn === false) wasGuest.current = true
    else if (signedIn && wasGuest.current && modals.length === 0) {
      wasGuest.current = false
      setAsked((count) => count + 1)
    }
  }, [signedIn, modals.length])

  const isReady = draft !== null && signedIn === true
  useEffect(() => {
    if (isReady && cameForPickup()) openModal('supplier-branches', {})
  }, [isReady])

  useEffect(() => {
    void startCheckout()
    // Slots expire while the page is in the background.
    const refreshTimes = (): void => void (document.visibilityState === 'visible' && $draft.get() && reloadTimes())
    document.addEventListener('visibilitychange', refreshTimes)
    return () => document.removeEventListener('visibilitychange', refreshTimes)
  }, [])

  /** Saves a complete address from the form, even if its own button was not pressed. */
  const saveTypedAddress = async (): Promise<boolean> => {
    const shown = $draft.get()
    if (!form.current || !shown || shown.chosen || needsNoAddress(shown.basket)) return true
    const outcome = await form.current.save()
    setMissing(outcome === 'incomplete' ? 'field' : null)
    return outcome === 'saved' && isPriceUnchanged(shown.basket)
  }
  const order = async (): Promise<void> => {
    setSaving(true)
    const isSaved = await saveTypedAddress().finally(() => setSaving(false))
    if (!isSaved) return
    const [first] = $obstacles.get()
    setMissing(first ? 'address' : null)
    if (first?.kind === 'signIn') signIn()
    else if (first) focusPart(PART_OF[first.kind])
    // What will be done, when and for how much is agreed to before it is ordered.
    else if (draft && fulfilmentOfBasket(draft.basket) === 'service') openModal('cosmo-confirm-order')
    else await placeOrder()
  }
  const act = async (step: OrderStep): Promise<void> => {
    if (step.kind === 'order' || step.kind === 'signIn') await order()
    else if (step.kind === 'tooFar') openModal('address-search', { isNew: true })
    else if (step.kind === 'branches') openModal('supplier-branches', { supplierId: draft?.basket.orderMode.supplierId ?? 0 })
    else if (step.kind === 'stock') openModal('out-of-stock-info')
    else if (step.kind === 'membersStock') openModal('group-order')
    else if (step.kind === 'minimum') environment().navigate(localePath(locale, supplierPath(step.supplier.kind, step.supplier.alias)))
    else if (step.kind !== 'address') focusPart(PART_OF[step.kind])
    else if (!focusFinder()) setAsked((count) => count + 1)
  }

  const isBooked = draft?.basket.orderMode.orderMode === ORDER_MODE.SERVICE
  useEffect(() => {
    if (isBooked) location.replace(localePath(locale, '/account/bookings/new'))
  }, [isBooked, locale])

  if (placing.state === 'asking') return <Waiting text={t('checkout:asking')} />
  if (placing.state === 'leaving') return <Waiting text={t(placing.toBank ? 'checkout:toBank' : 'checkout:placing')} />
  if (basket.state === 'failed') return <Failed text={basket.failure.message} onRetry={() => void loadBasket()} />
  if (!draft || isBooked || known.session.state === 'unknown') return <CheckoutSkeleton />
  if (draft.basket.isBeingPaid) return <InGroupOrder title={t('checkout:shares.paying')} text={t('checkout:shares.payingText')} />
  if (draft.basket.type === 'member') return <InGroupOrder title={t('checkout:group.title')} text={t('checkout:group.text')} />
  if (draft.basket.status !== 'fill') return <NothingToOrder />
  const step = orderStep(draft, isTyping)
  const ofTickets = isOfTickets(draft.basket)
  return (
    <div className={styles.page}>
      <div className={styles.parts}>
        {!draft.signedIn && <SignInPart />}
        {isPickup(draft.basket) && <BranchPart basket={draft.basket} />}
        {!needsNoAddress(draft.basket) && (
          <WherePart known={known} draft={draft} missing={missing} formRef={form} placing={placing} asked={asked} onTyping={setTyping} />
        )}
        {step.kind !== 'tooFar' && !ofTickets && <WhenPart basket={draft.basket} when={draft.when} />}
        <PayPart basket={draft.basket} own={draft.own} tip={draft.tip} />
        {!ofTickets && <ElsePart basket={draft.basket} comment={draft.comment} cutlery={draft.cutlery} extras={draft.extras} />}
      </div>
      <Summary draft={draft} step={step} placing={placing} busy={isSaving} onPress={() => void act(step)} />
    </div>
  )
}

const Waiting = ({ text }: { text: string }) => (
  <p className={styles.waiting} aria-live="polite">
    <Spinner /> {text}
  </p>
)

/** Instead of the checkout where the panel of the group order says what comes next: for its members, and while everybody pays. */
const InGroupOrder = ({ title, text }: { title: string; text: string }) => (
  <Empty picture="🧺" title={title} text={text}>
    <Button look="brand" onClick={() => openModal('group-order')}>
      {useT('checkout')('checkout:group.action')}
    </Button>
  </Empty>
)

const NothingToOrder = () => {
  const t = useT('checkout')
  const locale = useLocale()
  return (
    <Empty picture="🛒" title={t('checkout:emptyTitle')} text={t('checkout:emptyText')}>
      <a className="button button-brand" href={localePath(locale, '/restaurants')}>
        {t('checkout:emptyAction')}
      </a>
      <a className="button" href={localePath(locale, '/account/orders')}>
        {t('checkout:toOrders')}
      </a>
    </Empty>
  )
}
