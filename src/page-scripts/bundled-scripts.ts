// URLs of scripts bundled with their dependencies, so that the script of every page stays one file.
import CARDS from './favourites/cards.ts?worker&url'
import CLOSED_SUPPLIER from './suppliers/closed.ts?worker&url'
import COLUMN from './baskets/column.ts?worker&url'
import CURRENCY from './currency/currency.ts?worker&url'
import SUPPLIER from './suppliers/supplier.ts?worker&url'
import UNMASK from './age-gate/unmask.ts?worker&url'

const loadScript = (address: string): void => {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = address
  document.head.append(script)
}
/** Loads the unmasking script only for probable adults; the script itself checks exactly. */
const loadUnmasking = (): void => {
  if (document.querySelector('[data-adult=""]') && /is_adult=1|isAdult":true/.test(document.cookie + localStorage.getItem('root:auth'))) {
    for (const name of CHANGES) document.removeEventListener(name, loadUnmasking)
    loadScript(UNMASK)
  }
}
const CHANGES = ['age:change', 'session:change', 'cards:change']
/** The closed-supplier script is loaded when the supplier is closed, or closes within this time, as a page may stay open. */
const HOURS = 4 * 3_600_000

// On pages with products, products.ts contains the favourites already.
if (!document.querySelector('[data-product], [data-basket-column]')) loadScript(CARDS)
if (document.querySelector('[data-basket-column]')) loadScript(COLUMN)
if (document.querySelector('.shop-head')) loadScript(SUPPLIER)
const page = document.querySelector<HTMLElement>('[data-supplier-page]')
if (page) {
  const { supplierOpen, supplierChanges = '' } = page.dataset
  if (supplierOpen !== '1' || Date.parse(supplierChanges) - Date.now() < HOURS) loadScript(CLOSED_SUPPLIER)
}
for (const name of CHANGES) document.addEventListener(name, loadUnmasking)
loadUnmasking()
// Last, because it throws where storage is disabled.
if (/\{/.test(localStorage.getItem('root:currency') ?? '')) loadScript(CURRENCY)
