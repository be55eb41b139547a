import type { RefObject } from 'react'
import { Icon } from '#islands/ui/Icon.tsx'
import styles from './PhotoButton.module.css'

interface PhotoButtonProps {
  label: string
  inputRef: RefObject<HTMLInputElement | null>
  onFiles: (files: readonly File[]) => void
  multiple?: boolean
  hidden?: boolean
  /** What was picked is being sent. */
  isBusy?: boolean
}

/** A button that picks photos of the kinds that the shop can read. The file input lies under its label, so it keeps the focus. */
export const PhotoButton = ({ label, inputRef, onFiles, multiple = false, hidden = false, isBusy = false }: PhotoButtonProps) => (
  <label className={styles.add} hidden={hidden} aria-busy={isBusy}>
    <Icon name="plus" />
    {label}
    <input
      ref={inputRef}
      type="file"
      accept="image/jpeg,image/png,image/webp"
      multiple={multiple}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        // The same file can be picked again.
        target.value = ''
      }}
    />
  </label>
)
