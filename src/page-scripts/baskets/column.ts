import { MENU_ID } from '#domain/constants.ts'
import { WEIGHED_UNIT, type UnitId } from '#domain/enums.ts'
import { localePath } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import { formatQuantity } from '#domain/time/date-format.ts'
import { create, words } from '#page-scripts/elements.ts'
import { readSnapshot } from '#page-scripts/saved-state.ts'
import { all, locale } from '#page-scripts/text.ts'

const empty = new WeakMap<HTMLElement, Node[]>()

/** A row of the column: a name, and amounts at its end. */
const row = (tag: string, name: string, ...amounts: string[]): HTMLElement =>
  create(tag, '', create('span', '', name), ...amounts.map((text) => create('span', '', text)))

const paintColumn = (column: HTMLElement, { lines, total, fees, below, group }: ReturnType<typeof readSnapshot>): void => {
  if (column.dataset['basketColumn'] === 'live') return
  if (!empty.has(column)) empty.set(column, [...column.childNodes])
  const original = empty.get(column) ?? []
  if (lines.length === 0) return column.replaceChildren(...original)
  const title = original.find((node) => node instanceof HTMLHeadingElement)
  const money = (amd: number): string => formatAmd(amd, locale)
  const rows = lines.map(({ name, quantity, unitId, price }) =>
    row(
      'li',
      name,
      `${formatQuantity(quantity, unitId as UnitId, locale)}${unitId === WEIGHED_UNIT ? '' : ' ×'}`,
      price === undefined ? '' : money(price)
    )
  )
  const { delivery = '', packing = '', service = '', total: totalWord = '', below: belowWords = '', group: groupWord = '' } = column.dataset
  const parts = fees
    ? (
        [
          [delivery, fees.delivery],
          [packing, fees.packing],
          [service, fees.service]
        ] as const
      ).filter(([, amd]) => amd > 0)
    : []
  rows.push(...parts.map(([name, amd]) => row('li', name, '', money(amd))))
  if (below) rows.push(row('li', totalWord, '', money(total)))
  const link = below
    ? create('a', 'button button-brand', belowWords.replace('#', money(below.missing)).replace('@', below.supplier))
    : create('a', 'button button-brand painted-checkout', words()['checkout'] ?? '', create('span', '', money(total)))
  link.setAttribute('href', localePath(locale, below?.path ? `${below.path}#${MENU_ID}` : '/checkout'))
  // A link, as the checkout is: the press opens the dialog instead.
  if (group) {
    link.dataset['modal'] = 'group-order'
    link.firstChild?.replaceWith(groupWord)
  }
  const focused = column.querySelector(':focus')
  column.replaceChildren(...(title ? [title] : []), create('ul', 'painted-lines', ...rows), create('div', 'basket-foot', link))
  if (focused) link.focus()
}

/** Renders the basket column from the basket snapshot until React takes over. Separately bundled script. */
const paintColumns = (): void => {
  const snapshot = readSnapshot()
  all('[data-basket-column]').forEach((column) => paintColumn(column, snapshot))
}
all('[data-basket-column]').forEach((column) => {
  for (const name of ['pointerover', 'focusin'])
    column.addEventListener(name, () => document.dispatchEvent(new Event('intent:basket')), { once: true })
})
document.addEventListener('basket:change', paintColumns)
addEventListener('storage', paintColumns)
addEventListener('pageshow', (event) => event.persisted && paintColumns())
paintColumns()
