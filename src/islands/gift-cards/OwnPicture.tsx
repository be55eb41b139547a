import { useId, useRef, useState } from 'react'
import { MAX_PHOTO_BYTES } from '#domain/limits/photos.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { PhotoButton } from '#islands/ui/forms/PhotoButton.tsx'
import { shrink } from '#islands/ui/forms/shrink-photo.ts'
import { addCardPhoto } from '#stores/gift-cards/card-photo.ts'
import styles from './own-picture.module.css'

/** Pixels along the longer side of the picture on the card that is shown beside. */
const SHOWN = 600

/** A picture that was picked. `id`: null while it is being sent; `shown`: a data URL, '' when the browser cannot draw it. */
export interface PickedPicture {
  id: number | null
  shown: string
}

interface OwnPictureProps {
  picture: PickedPicture | null
  onPicture: (picture: PickedPicture | null) => void
  /** Said by the shop about the one that was sent. */
  refused?: string | undefined
}

/** An own picture for a gift card, sent as soon as it is picked: a refusal is said here, while there is something to do about it. */
export const OwnPicture = ({ picture, onPicture, refused }: OwnPictureProps) => {
  const t = useT('cardPicture')
  const id = useId()
  const [error, setError] = useState('')
  const latest = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  const pick = async (file: File | undefined): Promise<void> => {
    const turn = (latest.current += 1)
    const isLatest = (): boolean => turn === latest.current
    setError('')
    onPicture(null)
    if (!file) return
    const { file: sent, small: shown } = await shrink(file, SHOWN)
    if (!isLatest()) return
    const without = (why: string): void => {
      setError(why)
      onPicture(null)
    }
    if (sent.size > MAX_PHOTO_BYTES) return without(t('cardPicture:tooLarge'))
    onPicture({ id: null, shown })
    const answer = await addCardPhoto(sent)
    if (!isLatest()) return
    if ('refused' in answer) without(answer.refused.message)
    else onPicture({ id: answer.id, shown })
  }
  const remove = (): void => {
    void pick(undefined)
    // The button that had the focus is gone.
    field.current?.focus()
  }
  return (
    <fieldset className={styles.own} aria-describedby={`${id}-hint`}>
      <legend className={styles.legend}>{t('cardPicture:label')}</legend>
      <p className={styles.buttons}>
        <PhotoButton
          label={picture?.id === null ? t('cardPicture:sending') : t(picture ? 'cardPicture:other' : 'cardPicture:add')}
          inputRef={field}
          isBusy={picture?.id === null}
          onFiles={([file]) => void pick(file)}
        />
        {picture && (
          <Button look="quiet" onClick={remove}>
            {t('cardPicture:remove')}
          </Button>
        )}
      </p>
      <p id={`${id}-hint`} className="muted">
        {t('cardPicture:hint')}
      </p>
      <p className={styles.error} role="alert">
        {error || refused}
      </p>
    </fieldset>
  )
}
