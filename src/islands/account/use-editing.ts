import { useEffect, useRef, useState, type RefObject } from 'react'

interface Editing {
  isEditing: boolean
  setEditing: (isEditing: boolean) => void
  /** Belongs on what holds the form, and the words with their button. */
  container: RefObject<HTMLElement | null>
}

/** Words that turn into a form and back. What was pressed is gone each time, so the focus goes to what came in its place. */
export const useEditing = (): Editing => {
  const [isEditing, setEditing] = useState(false)
  const container = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (isEditing !== wasEditing.current) container.current?.querySelector<HTMLElement>(isEditing ? 'input' : 'button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return { isEditing, setEditing, container }
}
