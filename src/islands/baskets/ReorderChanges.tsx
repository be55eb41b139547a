import { useStore } from '@nanostores/react'
import type { ReorderChange } from '#contract/baskets/reorder.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { openBasket } from '#stores/baskets/drawer.ts'
import { $reordered } from '#stores/orders/reorder.ts'
import styles from './OutOfStockInfo.module.css'

/** Modal `out-of-stock-info-details`: what of an order that was ordered again is gone, less, or costs something else now. */
export const ReorderChanges = ({ close }: ModalProps<'out-of-stock-info-details'>) => {
  const t = useT('reorder', 'modals')
  const { changes, linesInBasket } = useStore($reordered)
  const toBasket = (): void => {
    // Closing the sheet goes back in the history: the basket opens after that.
    addEventListener('popstate', () => openBasket(), { once: true })
    close()
  }
  const isThere = linesInBasket > 0
  return (
    <SheetContent
      title={t(isThere ? 'reorder:title' : 'reorder:none')}
      footer={
        isThere ? (
          <Button look="brand" onClick={toBasket}>
            {t('reorder:toBasket')}
          </Button>
        ) : (
          <Button onClick={close}>{t('modals:ok')}</Button>
        )
      }
    >
      <p>{t(isThere ? 'reorder:text' : 'reorder:noneText')}</p>
      <ul className={styles.list}>
        {changes.map((change, index) => (
          <Change key={index} change={change} />
        ))}
      </ul>
    </SheetContent>
  )
}

const Change = ({ change }: { change: ReorderChange }) => {
  const t = useT('reorder')
  const locale = useLocale()
  const { productId, name, picture, unitId, ordered, inBasket, lostOptions, price } = change
  const options = lostOptions.join(', ')
  const quantity = (value: number): string => formatQuantity(value, unitId, locale)
  const isChosenAgain = inBasket === 0 && lostOptions.length > 0
  return (
    <li className={styles.line}>
      <img className={styles.picture} src={pictureUrl(picture)} alt="" width="48" height="48" />
      <div className={styles.words}>
        <p>{isChosenAgain ? <a href={localePath(locale, `/products/${productId}`)}>{name}</a> : name}</p>
        {inBasket === 0 && <p className="muted">{isChosenAgain ? t('reorder:choose', { options }) : t('reorder:gone')}</p>}
        {inBasket > 0 && inBasket < ordered && (
          <p className="muted">{t('reorder:less', { ordered: quantity(ordered), left: quantity(inBasket) })}</p>
        )}
        {inBasket > 0 && options !== '' && <p className="muted">{t('reorder:without', { options })}</p>}
        {price && (
          <p className="muted">{t('reorder:price', { now: formatAmd(price.now, locale), before: formatAmd(price.before, locale) })}</p>
        )}
      </div>
    </li>
  )
}
