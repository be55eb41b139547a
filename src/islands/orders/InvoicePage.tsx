import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { OrderInvoice } from '#contract/orders/calls.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { localePath, type Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { topUpIdOf } from '#domain/rewards/corporate-wallet.ts'
import { ORDER_STATUS } from '#domain/order-status.ts'
import { formatDay } from '#domain/time/format-day.ts'
import { amountInWords } from '#i18n/amount-in-words.ts'
import { formatDate } from '#i18n/dates.ts'
import type { Key } from '#i18n/keys.ts'
import { labelled } from '#i18n/labelled.ts'
import { AfterMount } from '#islands/ui/AfterMount.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { restoreSession } from '#stores/auth/session.ts'
import { environment } from '#stores/environment.ts'
import { $invoice, loadInvoice } from '#stores/orders/invoice.ts'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { OrderStates } from './OrderStates.tsx'
import styles from './invoice.module.css'

/** A pro-forma invoice to print. The HTML is the same for all orders: the number is read from the URL. */
export const InvoicePage = ({ locale, title }: { locale: Locale; title: string }) => (
  <AfterMount locale={locale} skeleton={<OrderSkeleton title={title} />}>
    <InvoiceBody />
  </AfterMount>
)

const numberInAddress = (): string => /\/(\w+)\/invoice/.exec(environment().path())?.[1] ?? ''

const InvoiceBody = () => {
  const t = useWords('invoice', 'orders', 'states')
  const number = numberInAddress()
  const state = useStore($invoice)
  useEffect(() => {
    void restoreSession().then(() => loadInvoice(number))
  }, [number])
  return (
    <>
      <h1 className="page-title">{t('invoice:number', { number })}</h1>
      {state.state === 'ready' ? (
        <Invoice invoice={state.invoice} />
      ) : (
        <OrderStates state={state} onRetry={() => void loadInvoice(number)} />
      )}
    </>
  )
}

const Invoice = ({ invoice }: { invoice: OrderInvoice }) => {
  const t = useT('invoice')
  const locale = useLocale()
  const { orderNumber: number, issuedAt, lastDay, seller, buyer, lines, total, received, status } = invoice
  const amd = (amount: number): string => formatAmd(amount, locale)
  const note: Key | null =
    status === ORDER_STATUS.CANCELLED ? 'invoice:cancelled' : status === ORDER_STATUS.NEW_NOT_PAID ? null : 'invoice:paid'
  const isTopUp = topUpIdOf(number) !== null
  const fees = [
    [t('invoice:packing'), invoice.packingPrice],
    [t('invoice:delivery'), invoice.deliveryPrice],
    [t('invoice:serviceFee'), invoice.serviceFee],
    [t('invoice:voucher'), -invoice.voucherDiscount]
  ] as const
  return (
    <article className={styles.invoice}>
      {note && <p className={styles.note}>{t(note)}</p>}
      <Facts
        rows={[
          [t('invoice:issued'), formatDate(Date.parse(issuedAt))],
          [t('invoice:lastDay'), formatDay(lastDay)]
        ]}
      />
      <div className={styles.sides}>
        <section>
          <h2>{t('invoice:seller')}</h2>
          <p>{seller.name}</p>
          <Facts
            rows={[
              [t('invoice:tin'), seller.tin],
              [t('invoice:address'), seller.address],
              [t('invoice:bank'), seller.bank],
              [t('invoice:account'), seller.account]
            ]}
          />
        </section>
        <section>
          <h2>{t('invoice:buyer')}</h2>
          <p>{buyer.name}</p>
          <Facts rows={[[t('invoice:tin'), buyer.tin]]} />
        </section>
      </div>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('invoice:item')}</th>
            <th scope="col">{t('invoice:quantity')}</th>
            <th scope="col">{t('invoice:sum')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, quantity, unitId, totalPrice }, index) => (
            <tr key={index}>
              <td>{name}</td>
              <td>{formatQuantity(quantity, unitId, locale)}</td>
              <td>{amd(totalPrice)}</td>
            </tr>
          ))}
          {fees
            .filter(([, amount]) => amount !== 0)
            .map(([name, amount]) => (
              <tr key={name}>
                <td colSpan={2}>{name}</td>
                <td>{amd(amount)}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('invoice:total')}
            </th>
            <td>{amd(total)}</td>
          </tr>
        </tfoot>
      </table>
      <p>{t('invoice:inWords', { words: amountInWords(total, locale) })}</p>
      {received > 0 && (
        <Facts
          rows={[
            [t('invoice:received'), amd(received)],
            [t('invoice:left'), amd(Math.max(0, total - received))]
          ]}
        />
      )}
      <p className={styles.note}>{t(isTopUp ? 'invoice:topUpPurpose' : 'invoice:purpose', { number })}</p>
      <p className="muted">{t(isTopUp ? 'invoice:topUpNote' : 'invoice:note')}</p>
      <p className={`no-print ${styles.actions}`}>
        <Button look="brand" onClick={() => environment().print()}>
          {t('invoice:print')}
        </Button>
        <a className="button" href={localePath(locale, isTopUp ? '/account/wallet' : `/account/orders/${number}`)}>
          {t(isTopUp ? 'invoice:topUpBack' : 'invoice:back')}
        </a>
      </p>
    </article>
  )
}

const Facts = ({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) => {
  const locale = useLocale()
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{labelled(name, locale)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
