import { useEffect, useId, useState, type ChangeEvent, type KeyboardEvent, type PointerEvent } from 'react'

interface ComboboxOptions<T> {
  items: readonly T[]
  onType: (text: string) => void
  onPick: (item: T) => void
}

/**
 * The ARIA combobox with a list: focus stays in the field, arrows walk the list, Enter picks (the first while none is marked), Escape closes the list first and only then what
 * lies around it. By hand, because the library for it would be a tenth of the page's script.
 */
export const useCombobox = <T>({ items, onType, onPick }: ComboboxOptions<T>) => {
  const id = useId()
  const [text, setText] = useState('')
  const [wanted, setOpen] = useState(false)
  // The mark belongs to one list: in another list nothing is marked yet, and the first arrow down marks its first item.
  const [mark, setMark] = useState({ items, index: -1 })
  const active = mark.items === items ? mark.index : -1
  const isOpen = wanted && items.length > 0
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
    const from = active < 0 && by < 0 ? 0 : active
    if (items.length > 0) setMark({ items, index: (from + by + items.length) % items.length })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      ...(isOpen ? { Enter: () => pick(items[Math.max(0, active)]), Escape: () => setOpen(false) } : {})
    }
    const work = (act as Record<string, (() => void) | undefined>)[event.key]
    if (!work) return
    event.preventDefault()
    work()
  }
  return {
    text,
    isOpen,
    active,
    inputProps: {
      id,
      value: text,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
      onKeyDown,
      onBlur: () => setOpen(false),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setText(event.target.value)
        setOpen(true)
        onType(event.target.value)
      }
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
