import { useEffect, useState, type Ref } from 'react'
import type { NewAddress } from '#contract/profile/calls.ts'
import { useWords } from '#islands/ui/use-words.ts'
import { clearAddressDraft, saveAddressDraft, readAddressDraft, type AddressDraft } from '#stores/addresses/address-draft.ts'
import { EMPTY_FIELDS, fromAddress, fromMap, fromSuggestion, splitHouse } from '#stores/addresses/address-form.ts'
import { AddressForm, type AddressFormHandle, type SavedBy } from './AddressForm.tsx'
import { AddressPicker } from './AddressPicker.tsx'

interface AddressFinderProps {
  /** The address being edited; without it a new one is searched. */
  editing?: (NewAddress & { id?: number }) | undefined
  saveWords: string
  onSaved: (by: SavedBy) => void
  onCancel?: () => void
  /** Called when the form opens or closes. */
  onTyping?: (isTyping: boolean) => void
  takesFocus?: boolean
  /** Saves the draft, so that it survives a reload. */
  persist?: boolean
  /** Handle of the form while it is shown. */
  formRef?: Ref<AddressFormHandle>
}

/** Adds or edits an address: first the search, then the details. */
export const AddressFinder = ({
  editing,
  saveWords,
  onSaved,
  onCancel,
  onTyping,
  takesFocus = false,
  persist = false,
  formRef
}: AddressFinderProps) => {
  const t = useWords('address', 'validation', 'states')
  const [savedDraft] = useState(() => (persist ? readAddressDraft() : null))
  const [draft, setDraft] = useState<AddressDraft | null>(editing ? fromAddress(editing) : savedDraft)
  const isTyping = draft !== null
  useEffect(() => {
    onTyping?.(isTyping)
    return () => onTyping?.(false)
  }, [isTyping, onTyping])
  const storeDraft = (next: AddressDraft | null): void => {
    if (!persist) return
    if (next) saveAddressDraft(next)
    else clearAddressDraft()
  }
  const begin = (next: AddressDraft | null): void => {
    setDraft(next)
    storeDraft(next)
  }
  if (!draft) {
    return (
      <AddressPicker
        takesFocus={takesFocus}
        onPick={(suggestion) => begin(fromSuggestion(suggestion))}
        onMark={(pick) => begin(fromMap(pick))}
        onHand={(typed) => begin({ fields: { ...EMPTY_FIELDS, ...splitHouse(typed) }, picked: null })}
      />
    )
  }
  const leave = editing && onCancel
  return (
    <AddressForm
      initial={draft}
      id={editing?.id}
      saveWords={saveWords}
      onSaved={(by) => {
        storeDraft(null)
        onSaved(by)
      }}
      onDraft={storeDraft}
      takesFocus={draft !== savedDraft}
      ref={formRef}
      onBack={leave ? { words: t('address:cancel'), go: leave } : { words: t('address:backToSearch'), go: () => begin(null) }}
    />
  )
}
