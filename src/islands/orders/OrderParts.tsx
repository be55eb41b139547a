import type { OrderDetails } from '#contract/orders/calls.ts'
import { formatMoment, formatQuantity } from '#domain/time/date-format.ts'
import { supplierPath } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { trackingOf } from '#domain/order-status.ts'
import { labelled } from '#i18n/labelled.ts'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { isOngoing } from '#stores/orders/order-view.ts'
import { stepKey, windowWords } from './order-words.ts'
import styles from './orders.module.css'

/** Ordered items by supplier, with the state of each part when there are several. */
export const OrderParts = ({ order }: { order: OrderDetails }) => {
  const t = useT('orders', 'basket')
  const locale = useLocale()
  const isTogether = new Set(order.parts.map(({ deliveryFrom }) => deliveryFrom)).size < 2
  return order.parts.map(({ supplier, status, items, deliveryFrom, deliveryTo, lateReason }) => (
    <section key={supplier.id} className={styles.part}>
      <h3 className={styles.partTitle}>
        <a href={localePath(locale, supplierPath(supplier.kind, supplier.alias))}>{supplier.name}</a>
        {order.parts.length > 1 && <span className="badge">{t(stepKey(order, trackingOf(status)))}</span>}
      </h3>
      {!isTogether && isOngoing(order) && (
        <p className="muted">
          {windowWords(deliveryFrom, deliveryTo, locale)}
          {lateReason && `. ${lateReason}`}
        </p>
      )}
      <ul className={styles.items}>
        {items.map((item, index) => (
          <li key={index} className={styles.item}>
            <img src={pictureUrl(item.picture)} alt="" width="48" height="48" loading="lazy" />
            <span className={styles.what}>
              {item.name}
              {item.person && <b className={styles.block}>{item.person}</b>}
              {item.admissionAt && <span className={`muted ${styles.block}`}>{formatMoment(item.admissionAt)}</span>}
              {item.selectedOptions.length > 0 && (
                <span className={`muted ${styles.block}`}>{item.selectedOptions.map(({ name }) => name).join(', ')}</span>
              )}
              <span className={`muted ${styles.block}`}>
                {formatQuantity(item.quantity, item.unitId, locale)} × {formatAmd(item.price, locale)}
              </span>
              {item.pairs && <span className={`muted ${styles.block}`}>{t('basket:pairs')}</span>}
              {item.gifts && <span className={`muted ${styles.block}`}>{t('basket:gift', { names: item.gifts.join(', ') })}</span>}
              {item.runOut && isOngoing(order) && (
                <span className={`muted ${styles.block}`}>
                  {labelled(t('orders:runOut.title'), locale)} {t(`orders:runOut.${item.runOut}`)}
                </span>
              )}
              {item.takenOff > 0 && (
                <span className={`${styles.block} ${styles.changed}`}>
                  {t('orders:takenOff.line', { quantity: formatQuantity(item.takenOff, item.unitId, locale) })}
                </span>
              )}
              {item.refunded > 0 && (
                <span className={`${styles.block} ${styles.changed}`}>
                  {t('orders:refundedLine', { quantity: formatQuantity(item.refunded, item.unitId, locale) })}
                </span>
              )}
            </span>
            <span className={styles.sum}>{formatAmd(item.totalPrice, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
}
