import type { Locale } from '#domain/locale.ts'
import { MODALS, type ModalId, type ModalParameters } from '#stores/modal-list.ts'
import { openModal } from '#stores/modals.ts'
import { LocaleProvider, useT } from '#islands/ui/locale.ts'
import { useReady } from '#islands/ui/use-ready.ts'
import { Button } from '#islands/ui/Button.tsx'
import styles from './Gallery.module.css'

/** Parameters that show each modal; a product or order that does not exist shows its "not found". */
const samples = (productId: number, orderNumber: string, description: string): ModalParameters => ({
  login: {},
  'auth-phone': {},
  register: {},
  'account-validation': {},
  'item-details': { productId },
  'address-search': {},
  'delivery-time': {},
  'choose-payments': {},
  'payment-method': { orderNumber },
  confirm: { question: 'startAnew', ticket: 0 },
  warning: { description },
  error: { description, info: description },
  success: { description },
  'out-of-stock-info': {},
  'order-tracking': { orderNumber },
  'order-details': { orderNumber },
  'catalog-list': {},
  navbar: {}
})

interface GalleryProps {
  locale: Locale
  productId: number
  orderNumber: string
}

/** A button for each modal of the list: for developers, and for the browser test that walks them. */
export const Gallery = ({ locale, ...ids }: GalleryProps) => (
  <LocaleProvider locale={locale}>
    <Buttons {...ids} />
  </LocaleProvider>
)

const Buttons = ({ productId, orderNumber }: Omit<GalleryProps, 'locale'>) => {
  const t = useT('modals')
  const ready = useReady<HTMLUListElement>()
  const parameters = samples(productId, orderNumber, t('modals:gallery.text'))
  const open = <I extends ModalId>(id: I): void => openModal<ModalId>(id, parameters[id] as never)
  return (
    <ul ref={ready} className={styles.list}>
      {(Object.keys(MODALS) as ModalId[]).map((id) => (
        <li key={id}>
          <Button wide onClick={() => open(id)} data-gallery={id}>
            <span>
              {t('modals:gallery.open')} <code>{id}</code>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
