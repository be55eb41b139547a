import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { MAX_PHOTO_BYTES } from '#domain/limits/photos.ts'
import { MAX_PHOTOS } from '#domain/orders/claims.ts'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { addClaimPhoto } from '#stores/orders/claims.ts'
import { PhotoButton } from '#islands/ui/forms/PhotoButton.tsx'
import { shrink } from '#islands/ui/forms/shrink-photo.ts'
import styles from './photos.module.css'

/** A photo that was picked. `id`: null while it is being sent; `small`: a data URL, '' when the browser cannot draw it. */
export interface Photo {
  key: number
  id: number | null
  small: string
}

/** Pixels along the longer side of what is shown here. */
const SMALL = 144

interface PhotosProps {
  orderId: number
  photos: readonly Photo[]
  onPhotos: Dispatch<SetStateAction<readonly Photo[]>>
}

/** Photos of what was wrong, each sent as soon as it is picked: a refusal is said here, while there is something to do about it. */
export const Photos = ({ orderId, photos, onPhotos }: PhotosProps) => {
  const t = useT('claims')
  const [error, setError] = useState('')
  const next = useRef(0)
  const picker = useRef<HTMLInputElement>(null)
  const isFull = photos.length >= MAX_PHOTOS

  const add = async (file: File): Promise<void> => {
    const key = (next.current += 1)
    onPhotos((before) => [...before, { key, id: null, small: '' }])
    const { file: sent, small } = await shrink(file, SMALL)
    const without = (why: string): void => {
      setError(why)
      onPhotos((before) => before.filter((photo) => photo.key !== key))
    }
    if (sent.size > MAX_PHOTO_BYTES) return without(t('claims:photos.tooLarge'))
    onPhotos((before) => before.map((photo) => (photo.key === key ? { ...photo, small } : photo)))
    const answer = await addClaimPhoto(orderId, sent)
    if ('refused' in answer) return without(answer.refused.message)
    onPhotos((before) => before.map((photo) => (photo.key === key ? { ...photo, id: answer.id } : photo)))
  }
  const pick = (files: readonly File[]): void => {
    const room = MAX_PHOTOS - photos.length
    setError(files.length > room ? t('claims:photos.tooMany') : '')
    for (const file of files.slice(0, room)) void add(file)
  }
  const remove = (key: number): void => {
    setError('')
    onPhotos((before) => before.filter((photo) => photo.key !== key))
    // The button that had the focus is gone.
    picker.current?.focus()
  }

  return (
    <div className={styles.photos}>
      {photos.length > 0 && (
        <ul className={styles.list}>
          {photos.map(({ key, id, small }, index) => (
            <li key={key} className={styles.one} aria-busy={id === null}>
              {small ? (
                <img src={small} alt={t('claims:photos.one', { which: index + 1 })} width="72" height="72" />
              ) : (
                t('claims:photos.one', { which: index + 1 })
              )}
              {id === null ? (
                <output>{t('claims:photos.sending')}</output>
              ) : (
                <button type="button" className={styles.remove} onClick={() => remove(key)}>
                  <Icon name="cross" />
                  <span className="hidden-visually">{t('claims:photos.remove', { which: index + 1 })}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <PhotoButton label={t('claims:photos.add')} inputRef={picker} multiple hidden={isFull} onFiles={pick} />
      <p className={styles.hint}>{t('claims:photos.hint')}</p>
      <p className={styles.error} role="alert">
        {error}
      </p>
    </div>
  )
}
