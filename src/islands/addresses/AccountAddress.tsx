import type { ModalProps } from '#islands/modals/modal-props.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { announce } from '#stores/announce.ts'
import { AddressFinder } from './AddressFinder.tsx'
import { useAddresses } from './use-addresses.ts'

/** Modal `account-address`: edits or adds an address of the account. */
export const AccountAddress = ({ params: { addressId }, close }: ModalProps<'account-address'>) => {
  const t = useWords('address', 'validation', 'states')
  const { addresses } = useAddresses()
  const editing = addresses.state === 'ready' ? addresses.list.find(({ id }) => id === addressId) : undefined
  const saved = (): void => {
    close()
    void announce('address:saidSaved')
  }
  return (
    <SheetContent title={t(editing ? 'address:editTitle' : 'address:newTitle')}>
      <AddressFinder
        key={editing?.id ?? 'new'}
        editing={editing}
        saveWords={t('address:save')}
        onSaved={saved}
        onCancel={close}
        takesFocus
      />
    </SheetContent>
  )
}
