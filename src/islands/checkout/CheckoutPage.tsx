import type { Locale } from '#domain/locale.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { CheckoutBody } from './CheckoutBody.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'

/** The checkout: where, when, how to pay, anything else, and the whole price before the button. */
export const CheckoutPage = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<CheckoutSkeleton />}>
    <CheckoutBody />
  </AfterMount>
)
