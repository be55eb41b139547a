import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { Alert } from '#contract/alerts/calls.ts'
import type { NotificationSettings } from '#contract/notifications/calls.ts'
import { ALERT_CHANNELS, type AlertKind } from '#domain/alerts/alert.ts'
import { CHANNEL, type Channel } from '#domain/notifications.ts'
import { SignInFirst } from '#islands/account/SignInFirst.tsx'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { PushSwitch } from '#islands/notifications/PushSwitch.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { $alerts, addAlert, loadAlerts, removeAlert, startAlerts } from '#stores/alerts/alerts.ts'
import { $session, restoreSession } from '#stores/auth/session.ts'
import { $settings, loadSettings } from '#stores/notifications/settings.ts'
import { useWindowText } from './window-text.ts'
import styles from './alerts.module.css'

type Props = ModalProps<'notify'>
type Params = Props['params']

const kindOf = ({ productId, windows }: Params): AlertKind => (productId !== undefined ? 'product' : windows ? 'window' : 'supplier')

/** The alert that waits for the same, among those for windows the one for `from`. */
const waitingFor = (list: readonly Alert[], { productId, supplierId }: Params, from: string | null): Alert | undefined =>
  list.find((alert) =>
    productId !== undefined
      ? alert.productId === productId
      : alert.productId === null && alert.supplier.id === supplierId && alert.from === from
  )

/** Modal `notify`: tells a person by the channel they prefer when a product, a supplier or a place in a full window can be had again. */
export const Notify = ({ params, close }: Props) => {
  const t = useT('alerts')
  const session = useStore($session)
  useEffect(() => void restoreSession(), [])
  if (session.state === 'guest')
    return (
      <SheetContent title={t(`alerts:title.${kindOf(params)}`)}>
        <SignInFirst title={t('alerts:signIn')} stays />
      </SheetContent>
    )
  return <Form params={params} close={close} />
}

const Form = ({ params, close }: Pick<Props, 'params' | 'close'>) => {
  const t = useT('alerts', 'states')
  const alerts = useStore($alerts)
  const settings = useStore($settings)
  const { state: adding } = useStore(addAlert.$state)
  const [from, setFrom] = useState(params.windows?.[0]?.from ?? null)
  const [chosen, setChosen] = useState<Channel | null>(null)
  useEffect(startAlerts, [])
  const kind = kindOf(params)
  const title = t(`alerts:title.${kind}`)
  if (alerts.state === 'failed')
    return (
      <SheetContent title={title}>
        <Failed text={alerts.failure.message} onRetry={() => void loadAlerts()} />
      </SheetContent>
    )
  if (settings.state === 'failed')
    return (
      <SheetContent title={title}>
        <Failed text={settings.failure.message} onRetry={() => void loadSettings()} />
      </SheetContent>
    )
  if (alerts.state === 'loading' || settings.state !== 'ready')
    return (
      <SheetContent title={title}>
        <Skeleton lines={5} label={t('states:loading')} />
      </SheetContent>
    )
  const waiting = waitingFor(alerts.list, params, from)
  const channel = chosen ?? preferred(settings.settings, waiting)
  const { productId, supplierId, name } = params
  const submit = (): void =>
    void addAlert.submit({
      ...(productId !== undefined ? { productId } : { supplierId: supplierId ?? 0 }),
      ...(from !== null && { date: from.slice(0, 10), time: from.slice(11, 16) }),
      channel
    })
  return (
    <SheetContent
      title={title}
      footer={
        waiting && waiting.channel === channel ? (
          <WaitingActions alert={waiting} close={close} />
        ) : (
          <Button look="brand" wide pending={adding === 'pending'} onClick={submit}>
            {t(waiting ? 'alerts:change' : 'alerts:submit')}
          </Button>
        )
      }
    >
      <div className={styles.form}>
        <p aria-live="polite">{waiting ? t(`alerts:waiting.${kind}`, { name }) : t(`alerts:text.${kind}`, { name })}</p>
        {params.windows && from !== null && <Windows windows={params.windows} from={from} onFrom={setFrom} />}
        <Channels settings={settings.settings} channel={channel} onChannel={setChosen} />
        <Refusal />
        <p className="muted">{t('alerts:always')}</p>
      </div>
    </SheetContent>
  )
}

/** The channel of the alert, else the cheapest of those the person gets confirmations by. */
const preferred = ({ topics }: NotificationSettings, waiting: Alert | undefined): Channel => {
  const known = ALERT_CHANNELS.find((one) => one === waiting?.channel)
  if (known !== undefined) return known
  const confirmation = topics.find(({ topic }) => topic === 'confirmation')?.channels ?? []
  return [CHANNEL.EMAIL, CHANNEL.PUSH, CHANNEL.SMS].find((one) => confirmation.includes(one)) ?? CHANNEL.PUSH
}

const WaitingActions = ({ alert, close }: { alert: Alert; close: () => void }) => {
  const t = useT('alerts')
  const { state } = useStore(removeAlert.$state)
  return (
    <>
      <Button pending={state === 'pending'} onClick={() => void removeAlert.submit(alert.id)}>
        {t('alerts:stop')}
      </Button>
      <Button look="brand" onClick={close}>
        {t('alerts:done')}
      </Button>
    </>
  )
}

interface WindowsProps {
  windows: NonNullable<Params['windows']>
  from: string
  onFrom: (from: string) => void
}

const Windows = ({ windows, from, onFrom }: WindowsProps) => {
  const t = useT('alerts')
  const textOf = useWindowText()
  return (
    <Choice
      kind="radio"
      legend={t('alerts:times')}
      options={windows.map((window) => ({ value: window.from, label: textOf(window) }))}
      chosen={[from]}
      onChoose={([value]) => value !== undefined && onFrom(value)}
    />
  )
}

const NAMES = { [CHANNEL.EMAIL]: 'email', [CHANNEL.SMS]: 'sms', [CHANNEL.CALL]: 'call', [CHANNEL.PUSH]: 'push' } as const

interface ChannelsProps {
  settings: NotificationSettings
  channel: Channel
  onChannel: (channel: Channel) => void
}

const Channels = ({ settings, channel, onChannel }: ChannelsProps) => {
  const t = useT('alerts', 'account')
  const noteOf = (one: Channel): string | undefined => {
    if (one === CHANNEL.PUSH) return undefined
    const contact = one === CHANNEL.EMAIL ? settings.email : settings.phone
    return contact ?? t(one === CHANNEL.EMAIL ? 'account:notifications.noEmail' : 'account:notifications.noPhone')
  }
  return (
    <>
      <Choice
        kind="radio"
        legend={t('alerts:how')}
        options={ALERT_CHANNELS.map((one) => ({
          value: one,
          disabled: one !== CHANNEL.PUSH && !(one === CHANNEL.EMAIL ? settings.email : settings.phone),
          label: t(`account:notifications.channel.${NAMES[one]}`),
          note: noteOf(one)
        }))}
        chosen={[channel]}
        onChoose={([value]) => value !== undefined && onChannel(value)}
      />
      {channel === CHANNEL.PUSH && <PushSwitch pushKey={settings.pushKey} />}
    </>
  )
}

const Refusal = () => {
  const t = useT('states')
  const [adding, removing] = [useStore(addAlert.$state), useStore(removeAlert.$state)]
  const failed = [adding, removing].find((one) => one.state === 'failed')
  return (
    <p className={styles.error} role="alert">
      {failed?.state === 'failed' && (failed.failure.message || t('states:failedText'))}
    </p>
  )
}
