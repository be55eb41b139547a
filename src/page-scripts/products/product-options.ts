import { fittingOptions } from '#domain/options/selected-options.ts'
import { formatAmd } from '#domain/money.ts'
import type { SelectorType } from '#domain/enums.ts'
import { locale } from '#page-scripts/text.ts'

/** Options form of a product page: restores the selection from the URL, and updates price and URL on each change. */
const PARAMETER = 'selectedOptions'
type Box = HTMLInputElement | HTMLOptionElement

const boxesOf = (group: HTMLElement): Box[] => [...group.querySelectorAll<Box>('input, option')].filter(({ value }) => value !== '')
const isOn = (box: Box): boolean => (box instanceof HTMLOptionElement ? box.selected : box.checked)
const wasOn = (box: Box): boolean => (box instanceof HTMLOptionElement ? box.defaultSelected : box.defaultChecked)
const isSold = (box: Box): boolean => box.dataset['sold'] !== undefined
const typeOf = (group: HTMLElement): SelectorType => {
  const input = group.querySelector('input')
  return input ? (input.type as SelectorType) : 'select'
}

const start = (form: HTMLFormElement): void => {
  const groups = [...form.querySelectorAll<HTMLElement>('[data-min]')]
  const price = Number(form.closest<HTMLElement>('[data-price]')?.dataset['price'])
  const priceElement = document.querySelector('[data-live-price]')
  const url = new URL(location.href)
  if (groups.length === 0) return
  // Somebody was faster than this script, or the browser kept what was chosen on an earlier visit.
  const isChosen = groups.some((group) => boxesOf(group).some((box) => isOn(box) !== wasOn(box)))

  const selectedIds = fittingOptions(
    groups.map((group) => ({
      type: typeOf(group),
      max: Number(group.dataset['max']),
      values: boxesOf(group).map((box) => ({ id: Number(box.value), soldOut: isSold(box) }))
    })),
    url.searchParams.get(PARAMETER)
  )
  for (const group of groups) {
    const boxes = boxesOf(group)
    if (!boxes.some(({ value }) => selectedIds.includes(Number(value)))) continue
    for (const box of boxes) {
      const on = selectedIds.includes(Number(box.value))
      if (box instanceof HTMLOptionElement) box.selected = on
      else box.checked = on
    }
  }

  const follow = (): void => {
    const chosen = groups.flatMap((group) => boxesOf(group).filter(isOn))
    const extra = chosen.reduce((sum, box) => sum + Number(box.dataset['price']), 0)
    if (priceElement) priceElement.textContent = formatAmd(price + extra, locale)
    // At the maximum the unselected checkboxes are disabled.
    for (const group of groups) {
      const boxes = boxesOf(group)
      const full = typeOf(group) === 'checkbox' && boxes.filter(isOn).length >= Number(group.dataset['max'])
      for (const box of boxes) box.disabled = isSold(box) || (full && !isOn(box))
    }
    url.searchParams.set(PARAMETER, chosen.map(({ value }) => value).join('|'))
  }
  const followByAddress = (): void => {
    follow()
    history.replaceState(history.state, '', url)
  }
  if (isChosen) followByAddress()
  else follow()
  form.addEventListener('change', followByAddress)
}

const form = document.querySelector<HTMLFormElement>('form[data-options-form]')
if (form) start(form)
