import { useEffect, useId, useMemo, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { useStore } from '@nanostores/react'
import { useListbox } from '#islands/ui/use-listbox.ts'
import { $recent, forgetSearch, NO_RECENT, rememberSearch, type RecentSearches } from '#stores/search/recent.ts'
import {
  $common,
  $suggested,
  clearSuggestions,
  goToSuggestion,
  loadCommon,
  typeSearch,
  type Suggested,
  type SuggestedItem
} from '#stores/search/suggestions.ts'

const NOTHING: Suggested = { term: '', items: [], meant: null }
const nothing = (): Suggested => NOTHING
const noRecent = (): RecentSearches => NO_RECENT
const NO_COMMON: readonly SuggestedItem[] = []
const noCommon = (): readonly SuggestedItem[] => NO_COMMON
/** Words below the recent searches. */
const MAX_COMMON = 8

/**
 * Combobox of a search box: Enter opens the active suggestion; without one it submits the form, as without script. An empty field offers
 * the visitor's recent searches, which Delete removes, and words that many products share.
 */
export const useSearchBox = (initial: string, supplierType: number | undefined) => {
  const suggested = useStore($suggested, { ssr: nothing })
  const recent = useStore($recent, { ssr: noRecent })
  const common = useStore($common, { ssr: noCommon })
  const [text, setText] = useState(initial)
  const isEmpty = text.trim() === ''
  const start = useMemo(
    (): readonly SuggestedItem[] => [
      ...recent.map((name, id) => ({ type: 'recent', id, name }) as const),
      ...common.filter(({ name }) => !recent.includes(name)).slice(0, MAX_COMMON)
    ],
    [recent, common]
  )
  const items = isEmpty ? start : suggested.items
  const box = useListbox({
    id: `search-${useId()}`,
    items,
    isReady: isEmpty || text.trim().length > 1,
    onPick: goToSuggestion,
    enter: 'text'
  })
  const { setOpen } = box
  useEffect(() => {
    // The focus that started this island was before it.
    if (document.activeElement?.id === box.inputProps.id) {
      void loadCommon()
      setOpen(true)
    }
    return clearSuggestions
  }, [box.inputProps.id, setOpen])
  const active = box.isOpen ? items[box.active] : undefined
  return {
    ...box,
    items,
    hasRecent: box.isOpen && isEmpty && recent.length > 0,
    onSubmit: () => rememberSearch(text),
    inputProps: {
      ...box.inputProps,
      value: text,
      onFocus: () => {
        void loadCommon()
        box.setOpen(true)
      },
      onKeyDown: (event: KeyboardEvent) => {
        // A list that nobody asked for takes no key: Escape closes what the field stands in as well.
        if (event.key === 'Escape' && isEmpty) box.setOpen(false)
        else if (event.key === 'Delete' && active?.type === 'recent') {
          event.preventDefault()
          forgetSearch(active.name)
        } else box.inputProps.onKeyDown(event)
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setText(event.target.value)
        box.setOpen(true)
        typeSearch(event.target.value, supplierType)
      }
    }
  } as const
}
