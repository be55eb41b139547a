import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react'

interface ListboxOptions<T> {
  id: string
  items: readonly T[]
  /** There is something to show for what is typed. */
  isReady: boolean
  onPick: (item: T) => void
  /**
   * text: the text itself is one more place that the arrows reach, and Enter on it is the form's own; first: without a marked item Enter
   * picks the first.
   */
  enter: 'text' | 'first'
}

/**
 * The keyboard and the attributes of an ARIA combobox with a list: focus stays in the field, arrows walk the list, Enter picks, Escape closes
 * the list first and only then what lies around it. By hand, because the library for it would be a tenth of a page's script.
 */
export const useListbox = <T>({ id, items, isReady, onPick, enter }: ListboxOptions<T>) => {
  const [wanted, setWanted] = useState(false)
  // The mark belongs to one list: in another list nothing is marked yet, and the first arrow down marks its first item.
  const [mark, setMark] = useState({ items, index: -1 })
  const active = mark.items === items ? mark.index : -1
  const isOpen = wanted && isReady && items.length > 0
  const optionId = (index: number): string => `${id}-${index}`

  useEffect(() => {
    if (isOpen && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id, isOpen])

  const pick = (item: T | undefined): void => {
    if (item === undefined) return
    setWanted(false)
    onPick(item)
  }
  const step = (by: number): void => {
    setWanted(true)
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
    else if (event.key === 'Escape' && isOpen) setWanted(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    isOpen,
    active,
    setWanted,
    inputProps: {
      id,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
      onKeyDown,
      onBlur: () => setWanted(false)
    },
    listProps: { id: `${id}-list`, role: 'listbox' },
    optionProps: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      // The field keeps its focus, or leaving it would close the list before the press ends.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => pick(items[index])
    })
  } as const
}
