import { useStore } from '@nanostores/react'
import { formatQuantity } from '#domain/time/date-format.ts'
import { fitToStock, setItemQuantity } from '#stores/baskets/actions.ts'
import { $shortItems } from '#stores/baskets/shown.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import styles from './OutOfStockInfo.module.css'

/** Lines that exceed the stock: reduces them to it, or removes them (spec section 8). */
export const OutOfStockInfo = ({ close }: ModalProps<'out-of-stock-info'>) => {
  const t = useT('basket', 'modals')
  const locale = useLocale()
  const short = useStore($shortItems)
  if (short.length === 0)
    return (
      <SheetContent title={t('modals:stock.title')} footer={<Button onClick={close}>{t('modals:ok')}</Button>}>
        <p>{t('modals:stock.fine')}</p>
      </SheetContent>
    )
  return (
    <SheetContent
      title={t('modals:stock.title')}
      footer={
        <Button look="brand" onClick={() => void fitToStock().then(close)}>
          {t('modals:stock.update')}
        </Button>
      }
    >
      <p>{t('modals:stock.text')}</p>
      <ul className={styles.list}>
        {short.map((item) => (
          <li key={item.id} className={styles.line}>
            <div>
              <p>{item.name}</p>
              <p className="muted">
                {item.availability === 'gone'
                  ? t('basket:stock.gone')
                  : t('modals:stock.wanted', {
                      wanted: formatQuantity(item.quantity, item.unitId, locale),
                      left: formatQuantity(item.stock ?? 0, item.unitId, locale)
                    })}
              </p>
            </div>
            <Button look="round" aria-label={t('basket:remove', { name: item.name })} onClick={() => setItemQuantity(item, 0)}>
              <Icon name="trash" />
            </Button>
          </li>
        ))}
      </ul>
      <p className="muted">{t('modals:stock.note')}</p>
    </SheetContent>
  )
}
