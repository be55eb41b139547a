import { Suspense } from 'react'
import { localePath } from '#domain/locale.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale } from '#islands/ui/locale.ts'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { environment } from '#stores/environment.ts'
import { openModal } from '#stores/modals.ts'
import type { OrderState } from '#stores/orders/order.ts'

/** States of an order that is loading, missing, failed, or needs a sign-in. */
export const OrderStates = ({ state, onRetry }: { state: Exclude<OrderState, { state: 'ready' }>; onRetry: () => void }) => {
  if (state.state === 'loading') return <Skeleton lines={8} />
  if (state.state === 'failed') return <Failed text={state.failure.message} onRetry={onRetry} />
  return <Suspense fallback={<Skeleton lines={8} />}>{state.state === 'signedOut' ? <SignInFirst /> : <NotFound />}</Suspense>
}

const NotFound = () => {
  const t = useWords('orderInfo', 'orders')
  return (
    <Empty picture="🔎" title={t('orderInfo:notFoundTitle')} text={t('orderInfo:notFoundText')}>
      <a className="button button-brand" href={localePath(useLocale(), '/account/orders')}>
        {t('orders:allOrders')}
      </a>
    </Empty>
  )
}

/** Opens sign-in with a redirect back to this page; loads its words. `title`: what is there once somebody has signed in; default: the order. */
export const SignInFirst = ({ title }: { title?: string }) => {
  const t = useWords('orderInfo')
  return (
    <Empty picture="🔑" title={title ?? t('orderInfo:signInTitle')} text={t('orderInfo:signInText')}>
      <Button look="brand" onClick={() => openModal('login', { redirect: environment().path() })}>
        {t('orderInfo:signIn')}
      </Button>
    </Empty>
  )
}
