import { useId, useState, type ChangeEvent } from 'react'
import { useListbox } from '#islands/ui/use-listbox.ts'

interface ComboboxOptions<T> {
  items: readonly T[]
  onType: (text: string) => void
  onPick: (item: T) => void
}

/** The combobox of an address: Enter takes the first suggestion while none is marked. */
export const useCombobox = <T>({ items, onType, onPick }: ComboboxOptions<T>) => {
  const [text, setText] = useState('')
  const box = useListbox({ id: useId(), items, isReady: true, onPick, enter: 'first' })
  return {
    ...box,
    text,
    inputProps: {
      ...box.inputProps,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setText(event.target.value)
        box.setExpanded(true)
        onType(event.target.value)
      }
    }
  } as const
}
