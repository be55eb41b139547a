import { useState, type FormEvent } from 'react'
import { LISTING_PATH, PARENT_CATEGORY, SUPPLIER_TYPE } from '#domain/enums.ts'
import type { Locale } from '#domain/locale.ts'
import type { ModalId, ModalParameters } from '#stores/modal-list.ts'
import { openModal } from '#stores/modals.ts'
import { LocaleProvider, useT } from '#islands/ui/locale.ts'
import { useReady } from '#islands/ui/use-ready.ts'
import { Button } from '#islands/ui/Button.tsx'
import styles from './Gallery.module.css'

/** A supplier of the demo market with several branches. */
const SEVERAL_BRANCHES = { supplierId: 1608, branchId: 16082 }

/** Sample parameters for each modal; a missing product or order shows its "not found" state. */
const samples = (
  {
    productId,
    orderNumber,
    sharedNumber,
    orderId,
    hash,
    cardId
  }: { productId: number; orderNumber: string; sharedNumber: string; orderId: number; hash: string; cardId: number },
  description: string
): ModalParameters => ({
  auth: {},
  login: {},
  'auth-phone': {},
  register: {},
  password: {},
  'forgot-password': {},
  'reset-password': { token: 'gallery' },
  'change-password': {},
  'choose-account': {
    accounts: [
      { id: 1, isCompany: false, name: description, contact: null },
      { id: 2, isCompany: true, name: description, contact: '+374 91 ••• •56' }
    ]
  },
  'verification-email': {},
  'account-validation': {},
  'prove-identity': {},
  'account-deletion': {},
  'contact-info': { type: 'email' },
  'account-notify': {},
  'item-details': { productId },
  'address-search': {},
  'account-address': {},
  'please-select-address': {},
  'who-delivers': {},
  'delivery-time': {},
  'supplier-branches': { supplierId: SEVERAL_BRANCHES.supplierId },
  'select-supplier-branch': SEVERAL_BRANCHES,
  'pick-up error': { message: description },
  'choose-payments': {},
  'payment-method': { orderNumber },
  confirm: { question: 'startAnew', ticket: 0 },
  warning: { description },
  error: { description, info: description },
  success: { description },
  'out-of-stock-info': {},
  'out-of-stock-info-details': {},
  'start-group-order': { supplierId: SEVERAL_BRANCHES.supplierId },
  'share-link-group-order': {},
  ShareLinkModal: {},
  'group-order': {},
  'group-invite': { hash },
  'join-group-order': { hash },
  'join-group-order-conf': { hash },
  'confirm-members-readiness': {},
  'order-tracking': { orderNumber },
  'order-details': { orderNumber },
  orderDetailsInfo: { orderNumber },
  'share-tracking': { orderNumber: sharedNumber },
  'wallet-points-details': { orderId },
  'visa-accumulated': {},
  'visa-terms': { reward: 'three-percent' },
  'account-gift-card': {},
  'gift-cards-history': { cardId },
  'cosmo-confirm-order': {},
  'rate-order': { orderId },
  'rate-order-success': {},
  'catalog-list': {},
  'category-children': { categoryId: PARENT_CATEGORY.shop, path: LISTING_PATH.shop },
  'restaurants-subcategory': { categoryId: PARENT_CATEGORY.restaurant, path: LISTING_PATH.restaurant },
  'restaurant-filter': { type: SUPPLIER_TYPE.restaurant, path: LISTING_PATH.restaurant, query: '' },
  'shop-category-filters': { categoryId: PARENT_CATEGORY.root, path: '/products', query: '' },
  'campaign-detail': { slug: 'card-cashback' },
  'age-confirmation': {},
  'closed-restaurant': { supplier: description, opensAt: '2026-11-21T10:00:00+04:00', deliveryFrom: '2026-11-21T10:30:00+04:00' },
  'restaurant-closed': { supplier: description },
  notify: { supplierId: 1, name: description },
  'restaurants-about-to-close': { supplier: description, closesAt: '2026-11-20T22:00:00+04:00', minutes: 25 },
  'mobile-search': {},
  'shop-mobile-search': { supplierType: SUPPLIER_TYPE.shop },
  navbar: {}
})

/**
 * A button for each modal, searchable by id: for developers, and for the browser test that opens them all.
 * `?product=`, `&order=` and `&shared=` (numbers), `&review=` (an order's id), `&group=` (the hash of a group order) and `&card=` (the id of a gift card) set the samples; the HTML is static, so the URL is read when a button is pressed.
 */
export const Gallery = ({ locale }: { locale: Locale }) => (
  <LocaleProvider locale={locale}>
    <Buttons />
  </LocaleProvider>
)

const Buttons = () => {
  const t = useT('modals')
  const ready = useReady<HTMLDivElement>()
  const [term, setTerm] = useState('')
  const parametersOf = (query: URLSearchParams): ModalParameters =>
    samples(
      {
        productId: Number(query.get('product')) || 1,
        orderNumber: query.get('order') ?? '',
        sharedNumber: query.get('shared') ?? '',
        orderId: Number(query.get('review')),
        hash: query.get('group') ?? '',
        cardId: Number(query.get('card')) || 1
      },
      t('modals:gallery.text')
    )
  const found = (Object.keys(parametersOf(new URLSearchParams())) as ModalId[]).filter((id) => id.includes(term.trim()))
  const open = (id: ModalId): void => openModal<ModalId>(id, parametersOf(new URLSearchParams(location.search))[id] as never)
  const openFirst = (event: FormEvent): void => {
    event.preventDefault()
    if (found[0]) open(found[0])
  }
  return (
    <div ref={ready}>
      <search>
        <form className={styles.find} onSubmit={openFirst}>
          <label>
            {t('modals:gallery.find')}
            <input type="search" value={term} onChange={({ target }) => setTerm(target.value)} />
          </label>
          <Button type="submit">{t('modals:gallery.open')}</Button>
        </form>
      </search>
      <ul className={styles.list}>
        {found.map((id) => (
          <li key={id}>
            <Button wide onClick={() => open(id)} data-gallery={id}>
              <span>
                {t('modals:gallery.open')} <code>{id}</code>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
