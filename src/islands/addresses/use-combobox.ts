import { useId, useState, type ChangeEvent } from 'react'
import { useListbox } from '#islands/ui/use-listbox.ts'

interface ComboboxOptions<T> {
  items: readonly T[]
  onType: (text: string) => void
  onPick: (item: T) => void
}

/** Combobox of the address search: Enter picks the first suggestion while none is active. */
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
        box.setOpen(true)
        onType(event.target.value)
      }
    }
  } as const
}
