import { localePath } from '#domain/locale.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { environment } from '#stores/environment.ts'
import { openModal } from '#stores/modals.ts'
import type { OrderState } from '#stores/orders/order.ts'

/** States of an order that is loading, missing, failed, or needs a sign-in. */
export const OrderStates = ({ state, onRetry }: { state: Exclude<OrderState, { state: 'ready' }>; onRetry: () => void }) => {
  const t = useT('orders')
  const locale = useLocale()
  if (state.state === 'loading') return <Skeleton lines={8} />
  if (state.state === 'signedOut') return <SignInFirst title={t('orders:signInTitle')} />
  if (state.state === 'failed') return <Failed text={state.failure.message} onRetry={onRetry} />
  return (
    <Empty picture="🔎" title={t('orders:notFoundTitle')} text={t('orders:notFoundText')}>
      <a className="button button-brand" href={localePath(locale, '/account/orders')}>
        {t('orders:allOrders')}
      </a>
    </Empty>
  )
}

/** Opens sign-in with a redirect back to this page. */
export const SignInFirst = ({ title }: { title: string }) => {
  const t = useT('orders')
  return (
    <Empty picture="🔑" title={title} text={t('orders:signInText')}>
      <Button look="brand" onClick={() => openModal('login', { redirect: environment().path() })}>
        {t('orders:signIn')}
      </Button>
    </Empty>
  )
}
