import { useEffect, useRef, useState, type RefObject } from 'react'

interface Editing {
  isEditing: boolean
  setEditing: (isEditing: boolean) => void
  /** Ref of the element that contains the form, or the text with its edit button. */
  ref: RefObject<HTMLElement | null>
}

/** Switches between text and form. The pressed button is unmounted each time, so the focus moves to its replacement. */
export const useEditing = (): Editing => {
  const [isEditing, setEditing] = useState(false)
  const ref = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (isEditing !== wasEditing.current) ref.current?.querySelector<HTMLElement>(isEditing ? 'input' : 'button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return { isEditing, setEditing, ref }
}
