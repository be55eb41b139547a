import { useEffect, useRef, type RefObject } from 'react'

/** Tells the `client:intent` directive that effects have run and events may be replayed. The ref belongs on an element of the island. */
export const useReady = <E extends Element>(): RefObject<E | null> => {
  const ref = useRef<E>(null)
  useEffect(() => {
    ref.current?.dispatchEvent(new CustomEvent('island:ready', { bubbles: true }))
  }, [])
  return ref
}
