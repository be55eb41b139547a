import type { NewAddress } from '#contract/profile/calls.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { useT } from '#islands/ui/locale.ts'
import { chooseAddress, forgetGuestAddresses, saveGuestAddress } from '#stores/addresses/addresses.ts'
import { AddressWords } from './AddressWords.tsx'
import { useReach } from './use-reach.ts'
import type { KnownAddresses } from './use-addresses.ts'

interface SavedAddressesProps {
  known: KnownAddresses
  legend: string
  /** Error of the chosen address, a whole sentence. */
  error?: string | undefined
  onChosen?: () => void
}

/** The user's addresses, or the guest's in this browser, as radios. */
export const SavedAddresses = ({ known: { session, addresses, guests, chosen }, legend, error, onChosen }: SavedAddressesProps) => {
  const saved = addresses.state === 'ready' ? addresses.list : []
  const list: readonly (NewAddress & { id?: number })[] = session.state === 'user' ? saved : guests
  const index = session.state === 'user' ? saved.findIndex(({ id }) => id === chosen?.id) : 0
  const reach = useReach(list.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude })))
  const t = useT('address')
  const choose = (at: number | undefined): void => {
    const address = at === undefined ? undefined : list[at]
    if (!address) return
    if (session.state === 'user') chooseAddress(address)
    else saveGuestAddress(address)
    onChosen?.()
  }
  return (
    <>
      <Choice
        kind="radio"
        legend={<span className="hidden-visually">{legend}</span>}
        error={error}
        options={list.map((address, at) => ({
          value: at,
          label: <AddressWords address={address} reach={at === index && error ? undefined : reach[at]} />
        }))}
        chosen={[index]}
        onChoose={([at]) => choose(at)}
      />
      {session.state !== 'user' && list.length > 0 && (
        <Button look="quiet" onClick={forgetGuestAddresses}>
          {t('address:forget')}
        </Button>
      )}
    </>
  )
}
