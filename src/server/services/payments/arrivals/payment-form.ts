import { formatMoney } from '#domain/money.ts'
import type { PaymentForm } from '#server/adapters/payment/port.ts'
import type { Context } from '#server/context.ts'
import { methodOf } from '../methods.ts'
import { paymentByRef, type PaymentFound } from './payment-by-ref.ts'

/** A form that leads to a provider's page; `key`: of the payment's method. */
export interface FormToSend extends PaymentForm {
  key: string
  price: string
}

/**
 * Returns the form of a payment that can still be paid; the number of its order when it cannot; null for an unknown reference. Whoever has
 * the reference may see it.
 */
export const paymentForm = async (ctx: Context, bankRef: string): Promise<FormToSend | string | null> => {
  const found = await paymentByRef(ctx, bankRef)
  if (!found) return null
  const { payment, number, methodId } = found
  const form = payment.state === 'registered' ? formOf(ctx, found, bankRef) : null
  return form ? { ...form, key: methodOf(methodId).key, price: formatMoney(payment.amount, ctx.locale) } : number
}

const formOf = ({ locale }: Context, { provider, payment: { bankNumber, amount } }: PaymentFound, ref: string): PaymentForm | null => {
  const description = bankNumber.split('-')[0] ?? ''
  return provider?.form?.({ ref, number: bankNumber, amount, description, language: locale }) ?? null
}
