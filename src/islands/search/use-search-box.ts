import { useEffect, useId, useState, type ChangeEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { useStore } from '@nanostores/react'
import { $suggested, forgetSuggestions, goToSuggestion, typeSearch, type Suggested } from '#stores/search-suggestions.ts'

const NOTHING: Suggested = { term: '', items: [], meant: null }
const nothing = (): Suggested => NOTHING

/**
 * The ARIA combobox of a search box. Arrows walk the suggestions and Enter follows the marked one; with none marked Enter sends the form,
 * as it does without script. Escape closes the list first.
 */
export const useSearchBox = (initial: string, supplierType: number | undefined) => {
  const id = `search-${useId()}`
  const suggested = useStore($suggested, { ssr: nothing })
  const [text, setText] = useState(initial)
  const [wanted, setWanted] = useState(false)
  const [mark, setMark] = useState({ suggested, index: -1 })
  const { items } = suggested
  const active = mark.suggested === suggested ? mark.index : -1
  const isOpen = wanted && items.length > 0 && text.trim().length > 1
  const optionId = (index: number): string => `${id}-${index}`

  useEffect(() => () => forgetSuggestions(), [])
  useEffect(() => {
    if (isOpen && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id, isOpen])

  const step = (by: number): void => {
    setWanted(true)
    if (items.length === 0) return
    // One place before the first is the text itself.
    const places = items.length + 1
    setMark({ suggested, index: ((active + 1 + by + places) % places) - 1 })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const marked = isOpen ? items[active] : undefined
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && marked) goToSuggestion(marked)
    else if (event.key === 'Escape' && isOpen) setWanted(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    suggested,
    isOpen,
    active,
    inputProps: {
      id,
      value: text,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
      onKeyDown,
      onBlur: () => setWanted(false),
      onFocus: () => setWanted(true),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setText(event.target.value)
        setWanted(true)
        typeSearch(event.target.value, supplierType)
      }
    },
    listProps: { id: `${id}-list`, role: 'listbox' },
    optionProps: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      // The field keeps its focus, or leaving it would close the list before the press ends.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => {
        const item = items[index]
        if (item) goToSuggestion(item)
      }
    })
  } as const
}
