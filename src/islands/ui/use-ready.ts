import { useEffect, useRef, type RefObject } from 'react'

/** Notifies the `client:intent` directive that effects have run and events can be replayed. Put the ref on an element of the island. */
export const useReady = <E extends Element>(): RefObject<E | null> => {
  const ref = useRef<E>(null)
  useEffect(() => {
    ref.current?.dispatchEvent(new CustomEvent('island:ready', { bubbles: true }))
  }, [])
  return ref
}
