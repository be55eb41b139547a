import type { Locale } from '#domain/locale.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { CheckoutBody } from './CheckoutBody.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'

/** The checkout: address, time, payment, comment, and the total price above the button. */
export const CheckoutPage = ({ locale }: { locale: Locale }) => (
  <AfterMount locale={locale} skeleton={<CheckoutSkeleton />}>
    <CheckoutBody />
  </AfterMount>
)
