import { useState } from 'react'
import type { NewAddress } from '#contract/profile.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { EMPTY_FIELDS, fromAddress, fromSuggestion, splitHouse, type AddressFields, type PickedPlace } from '#stores/address-form.ts'
import { AddressForm } from './AddressForm.tsx'
import { AddressPicker } from './AddressPicker.tsx'

interface AddressFinderProps {
  /** The address being edited; without it a new one is looked for. */
  editing?: (NewAddress & { id?: number }) | undefined
  saveWords: string
  onSaved: () => void
  onCancel?: () => void
  takesFocus?: boolean
}

/** A new address from the first letter to the door code, or an old one changed: looking for the place first, then the details. */
export const AddressFinder = ({ editing, saveWords, onSaved, onCancel, takesFocus = false }: AddressFinderProps) => {
  const t = useWords('address', 'validation', 'states')
  const [draft, setDraft] = useState<{ fields: AddressFields; picked: PickedPlace | null } | null>(editing ? fromAddress(editing) : null)
  if (!draft) {
    return (
      <AddressPicker
        takesFocus={takesFocus}
        onPick={(suggestion) => setDraft(fromSuggestion(suggestion))}
        onHand={(typed) => setDraft({ fields: { ...EMPTY_FIELDS, ...splitHouse(typed) }, picked: null })}
      />
    )
  }
  const leave = editing && onCancel
  return (
    <AddressForm
      initial={draft}
      id={editing?.id}
      saveWords={saveWords}
      onSaved={onSaved}
      onBack={leave ? { words: t('address:cancel'), go: leave } : { words: t('address:backToSearch'), go: () => setDraft(null) }}
    />
  )
}
