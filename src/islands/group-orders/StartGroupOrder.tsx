import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { WantedDelivery } from '#contract/group-orders/calls.ts'
import { DEFAULT_LIMIT, GROUP_ORDER_TYPE, MAX_LIMIT, MIN_LIMIT, UNLIMITED, type GroupOrderType } from '#domain/orders/group-order.ts'
import { formatAmd, formatNumber } from '#domain/money.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { Field } from '#islands/ui/forms/Field.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { $session } from '#stores/auth/session.ts'
import { shownBasket } from '#stores/baskets/shown.ts'
import { startBasket } from '#stores/baskets/start.ts'
import { environment } from '#stores/environment.ts'
import type { Failure } from '#stores/errors.ts'
import { withAddress } from '#stores/group-orders/delivery.ts'
import { startGroup } from '#stores/group-orders/start-group.ts'
import { replaceModal } from '#stores/modals.ts'
import { DELIVERY_FIELDS, DeliveryFields } from './DeliveryFields.tsx'

const LIMITS = [3_000, DEFAULT_LIMIT, 10_000]
/** The choice of an amount of one's own. */
const OTHER = 0
/** No deadline. */
const BY_HAND = 0
/** What is wrong with them is said beside them. */
const FIELDS = new Set(['limit', 'participantName', ...DELIVERY_FIELDS])

/** Modal `start-group-order`: who pays, the limit, where and when, the own name. Whoever is in a group order sees that, and a guest signs in first. */
export const StartGroupOrder = ({ params }: ModalProps<'start-group-order'>) => {
  const t = useT('group', 'states')
  const [isKnown, setKnown] = useState(false)
  const session = useStore($session)
  useEffect(() => {
    void startBasket().then(() => {
      const type = shownBasket()?.type ?? 'user'
      if ($session.get().state !== 'user') replaceModal('login', { redirect: environment().path() })
      else if (type === 'user') setKnown(true)
      else replaceModal('group-order')
    })
  }, [])
  if (!isKnown || session.state !== 'user')
    return (
      <SheetContent title={t('group:start.title')}>
        <Skeleton lines={5} label={t('states:loading')} />
      </SheetContent>
    )
  return <Form params={params} firstName={session.user.firstName} />
}

interface FormProps {
  params: ModalProps<'start-group-order'>['params']
  firstName: string
}

/** Amounts that are offered; any other one is entered. */
const isOffered = (limit: number): boolean => limit === UNLIMITED || LIMITS.includes(limit)

const Form = ({ params, firstName }: FormProps) => {
  const { supplierId, againOf, limit: before = DEFAULT_LIMIT, paidByAll = false } = params
  const t = useT('group', 'states')
  const locale = useLocale()
  const [type, setType] = useState<GroupOrderType>(paidByAll ? GROUP_ORDER_TYPE.PAID_BY_ALL : GROUP_ORDER_TYPE.PAID_BY_OWNER)
  const [choice, setChoice] = useState(isOffered(before) ? before : OTHER)
  const [minutes, setMinutes] = useState(BY_HAND)
  const [amount, setAmount] = useState(isOffered(before) ? '' : String(before))
  const [wanted, setWanted] = useState<WantedDelivery>({})
  const [name, setName] = useState(firstName)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)
  const limit = choice === OTHER ? Number(amount.replace(/\s/g, '')) : choice
  const isRight = limit === UNLIMITED || (Number.isInteger(limit) && limit >= MIN_LIMIT && limit <= MAX_LIMIT)
  const wrongAmount = t('group:start.amountWrong', { min: formatNumber(MIN_LIMIT, 0, locale), max: formatNumber(MAX_LIMIT, 0, locale) })
  const send = async (): Promise<void> => {
    if (!isRight) return setFailure({ type: 'BAD_REQUEST', message: wrongAmount, field: 'limit' })
    setFailure(null)
    setPending(true)
    const refused = await startGroup({
      supplierId,
      limit,
      groupOrderType: type,
      participantName: name.trim(),
      ...withAddress(wanted),
      ...(minutes !== BY_HAND && { deadlineMinutes: minutes }),
      ...(againOf !== undefined && { againOf })
    })
    setPending(false)
    setFailure(refused)
  }
  const errorOf = (field: string): string | undefined => (failure?.field === field ? failure.message : undefined)
  return (
    <SheetContent
      title={t('group:start.title')}
      footer={
        <Button look="brand" pending={isPending} onClick={() => void send()}>
          {t('group:start.go')}
        </Button>
      }
    >
      <p>
        {t('group:start.text')} {againOf !== undefined && t('group:start.again')}
      </p>
      <Choice
        kind="radio"
        legend={t('group:start.payer')}
        options={[
          { value: GROUP_ORDER_TYPE.PAID_BY_OWNER, label: t('group:start.payerOwner') },
          { value: GROUP_ORDER_TYPE.PAID_BY_ALL, label: t('group:start.payerAll') }
        ]}
        chosen={[type]}
        onChoose={([value]) => setType(value ?? GROUP_ORDER_TYPE.PAID_BY_OWNER)}
      />
      {type === GROUP_ORDER_TYPE.PAID_BY_ALL && <p className="muted">{t('group:start.payerAllHint')}</p>}
      <Choice
        kind="radio"
        legend={t('group:start.limit')}
        hint={t('group:start.limitHint')}
        options={[
          ...LIMITS.map((value) => ({ value, label: formatAmd(value, locale) })),
          { value: UNLIMITED, label: t('group:start.none') },
          { value: OTHER, label: t('group:start.other') }
        ]}
        chosen={[choice]}
        onChoose={([value]) => setChoice(value ?? DEFAULT_LIMIT)}
      />
      {choice === OTHER && (
        <Field
          label={t('group:start.amount')}
          value={amount}
          inputMode="numeric"
          error={errorOf('limit')}
          onChange={({ target }) => setAmount(target.value)}
        />
      )}
      <Choice
        kind="radio"
        legend={t('group:start.deadline')}
        options={[
          { value: BY_HAND, label: t('group:start.byHand') },
          { value: 30, label: t('group:start.halfHour') },
          { value: 60, label: t('group:start.hour') },
          { value: 120, label: t('group:start.twoHours') }
        ]}
        chosen={[minutes]}
        onChoose={([value]) => setMinutes(value ?? BY_HAND)}
      />
      <DeliveryFields supplierId={supplierId} inMinutes={minutes} wanted={wanted} failure={failure} onChange={setWanted} />
      <Field
        label={t('group:start.name')}
        value={name}
        maxLength={40}
        autoComplete="given-name"
        error={errorOf('participantName')}
        onChange={({ target }) => setName(target.value)}
      />
      {failure && !FIELDS.has(failure.field ?? '') && <p role="alert">{failure.message || t('states:failedText')}</p>}
    </SheetContent>
  )
}
