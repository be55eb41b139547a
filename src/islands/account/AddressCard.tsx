import { useState } from 'react'
import { useStore } from '@nanostores/react'
import type { Reach } from '#contract/geo/calls.ts'
import type { Address } from '#contract/profile/calls.ts'
import { AddressWords } from '#islands/addresses/AddressWords.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { addressTitle } from '#stores/addresses/address-form.ts'
import { makeDefault, removeAddress } from '#stores/addresses/save-address.ts'
import { announce } from '#stores/announce.ts'
import { ask } from '#stores/modals.ts'
import { task } from '#stores/tasks.ts'
import styles from './account.module.css'

const removeAsked = async (address: Address): Promise<void> => {
  if (!(await ask('removeAddress', { address: addressTitle(address) }))) return
  await removeAddress(address.id)
  void announce('account:removed')
}

/** One address with its actions; an error (450 for the only default) is shown here. */
export const AddressCard = ({ address, reach, onEdit }: { address: Address; reach: Reach | undefined; onEdit: () => void }) => {
  const t = useT('account')
  const [removing] = useState(() => task(removeAsked))
  const [settling] = useState(() => task(makeDefault))
  const states = [useStore(removing.$state), useStore(settling.$state)]
  const failed = states.find((one) => one.state === 'failed')
  const name = { address: addressTitle(address) }
  return (
    <>
      <AddressWords address={address} reach={reach} />
      {address.defaultShippingAddress && (
        <p>
          <span className="badge badge-brand">{t('account:isDefault')}</span>
        </p>
      )}
      <div className={styles.actions}>
        <Button aria-label={t('account:editOne', name)} onClick={onEdit}>
          {t('account:edit')}
        </Button>
        {!address.defaultShippingAddress && (
          <Button
            pending={states[1]?.state === 'pending'}
            aria-label={t('account:makeDefaultOne', name)}
            onClick={() => void settling.submit(address.id)}
          >
            {t('account:makeDefault')}
          </Button>
        )}
        <Button
          look="quiet"
          pending={states[0]?.state === 'pending'}
          aria-label={t('account:removeOne', name)}
          onClick={() => void removing.submit(address)}
        >
          {t('account:remove')}
        </Button>
      </div>
      <p className={styles.error} role="alert">
        {failed?.state === 'failed' && (failed.failure.message || t('states:failedText'))}
      </p>
    </>
  )
}
