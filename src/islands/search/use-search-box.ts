import { useEffect, useId, useState, type ChangeEvent } from 'react'
import { useStore } from '@nanostores/react'
import { useListbox } from '#islands/ui/use-listbox.ts'
import { $suggested, clearSuggestions, goToSuggestion, typeSearch, type Suggested } from '#stores/search/suggestions.ts'

const NOTHING: Suggested = { term: '', items: [], meant: null }
const nothing = (): Suggested => NOTHING

/** Combobox of a search box: Enter opens the active suggestion; without one it submits the form, as without script. */
export const useSearchBox = (initial: string, supplierType: number | undefined) => {
  const suggested = useStore($suggested, { ssr: nothing })
  const [text, setText] = useState(initial)
  const box = useListbox({
    id: `search-${useId()}`,
    items: suggested.items,
    isReady: text.trim().length > 1,
    onPick: goToSuggestion,
    enter: 'text'
  })
  useEffect(() => () => clearSuggestions(), [])
  return {
    ...box,
    suggested,
    inputProps: {
      ...box.inputProps,
      value: text,
      onFocus: () => box.setOpen(true),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setText(event.target.value)
        box.setOpen(true)
        typeSearch(event.target.value, supplierType)
      }
    }
  } as const
}
