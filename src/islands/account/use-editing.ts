import { useEffect, useRef, useState, type RefObject } from 'react'

interface Editing {
  isEditing: boolean
  setEditing: (isEditing: boolean) => void
  /** Belongs on what holds the form, and the words with their button. */
  place: RefObject<HTMLElement | null>
}

/** Words that turn into a form and back. What was pressed is gone each time, so the focus goes to what came in its place. */
export const useEditing = (): Editing => {
  const [isEditing, setEditing] = useState(false)
  const place = useRef<HTMLElement>(null)
  const was = useRef(false)
  useEffect(() => {
    if (isEditing !== was.current) place.current?.querySelector<HTMLElement>(isEditing ? 'input' : 'button')?.focus()
    was.current = isEditing
  }, [isEditing])
  return { isEditing, setEditing, place }
}
