import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import type { NewAddress } from '#contract/profile/calls.ts'
import {
  $addresses,
  $chosenAddress,
  $guestAddresses,
  followAddresses,
  NO_ADDRESSES,
  type Addresses,
  type Chosen
} from '#stores/addresses/addresses.ts'
import { $session, restoreSession, type Session } from '#stores/auth/session.ts'

const UNKNOWN: Session = { state: 'unknown' }
const LOADING: Addresses = { state: 'loading' }
const NOBODY = () => UNKNOWN
const NOT_YET = () => LOADING
const NONE = () => NO_ADDRESSES
const NOWHERE = () => null

export interface KnownAddresses {
  session: Session
  addresses: Addresses
  /** The guest's addresses, newest first. */
  guests: readonly NewAddress[]
  chosen: Chosen | null
}

/** The session's addresses and the chosen one; loads them after mount. */
export const useAddresses = (): KnownAddresses => {
  const session = useStore($session, { ssr: NOBODY })
  const addresses = useStore($addresses, { ssr: NOT_YET })
  const guests = useStore($guestAddresses, { ssr: NONE })
  const chosen = useStore($chosenAddress, { ssr: NOWHERE })
  useEffect(() => {
    void restoreSession()
    followAddresses()
  }, [])
  return { session, addresses, guests, chosen }
}
