import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react'

interface ListboxOptions<T> {
  id: string
  items: readonly T[]
  /** The items belong to the typed text. */
  isReady: boolean
  onPick: (item: T) => void
  /**
   * text: the arrows also reach the text field, where Enter submits the form; first: without an active item Enter picks the first.
   */
  enter: 'text' | 'first'
}

/**
 * Keyboard and attributes of an ARIA combobox with a listbox: focus stays in the field, arrows move, Enter picks, Escape closes the list
 * before the surrounding dialog. No library: it would add a tenth to a page's script.
 */
export const useListbox = <T>({ id, items, isReady, onPick, enter }: ListboxOptions<T>) => {
  const [isExpanded, setOpen] = useState(false)
  // The active index belongs to one list: a new list has none, and the first arrow down activates its first item.
  const [mark, setMark] = useState({ items, index: -1 })
  const active = mark.items === items ? mark.index : -1
  const isOpen = isExpanded && isReady && items.length > 0
  const optionId = (index: number): string => `${id}-${index}`

  useEffect(() => {
    if (isOpen && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id, isOpen])

  const pick = (item: T | undefined): void => {
    if (item === undefined) return
    setOpen(false)
    onPick(item)
  }
  const step = (by: number): void => {
    setOpen(true)
    if (items.length === 0) return
    const rest = enter === 'text' ? 1 : 0
    const from = active < 0 && by < 0 && !rest ? 0 : active
    setMark({ items, index: ((from + rest + by + items.length + rest) % (items.length + rest)) - rest })
  }
  const chosen = isOpen ? items[enter === 'first' ? Math.max(0, active) : active] : undefined
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && chosen !== undefined) pick(chosen)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    isOpen,
    active,
    setOpen,
    inputProps: {
      id,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
      onKeyDown,
      onBlur: () => setOpen(false)
    },
    listProps: { id: `${id}-list`, role: 'listbox' },
    optionProps: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      // Keep the focus in the field: blur would close the list before the click.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => pick(items[index])
    })
  } as const
}
