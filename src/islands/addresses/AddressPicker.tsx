import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import type { Suggestion } from '#contract/geo/calls.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.ts'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { suggestionLines } from '#domain/address.ts'
import { $found, $location, locate, resetSearch, searchPoint, typeTerm } from '#stores/addresses/address-search.ts'
import { chooseOnMap, type MapChoice } from '#stores/addresses/map-point.ts'
import styles from './address.module.css'
import { useCombobox } from './use-combobox.ts'

interface AddressPickerProps {
  onPick: (suggestion: Suggestion) => void
  /** Called with the point marked on the map. */
  onMark: (pick: MapChoice) => void
  /** Called with the typed text, to fill in the form manually. */
  onHand: (typed: string) => void
  /** Focuses the field on mount, after the user asked for it. */
  takesFocus?: boolean
}

const NONE: readonly Suggestion[] = []

/** Finds an address by typing or by the current position. */
export const AddressPicker = ({ onPick, onMark, onHand, takesFocus }: AddressPickerProps) => {
  const t = useT('address')
  const found = useStore($found)
  const location = useStore($location)
  const items = found.state === 'ready' ? found.list : NONE
  const box = useCombobox({ items, onType: typeTerm, onPick })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => resetSearch, [])
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const locateUser = async (): Promise<void> => {
    const suggestion = await locate()
    if (suggestion) onPick(suggestion)
  }
  const mark = async (): Promise<void> => {
    const answer = await chooseOnMap(searchPoint())
    if (answer === 'hand') onHand(box.text)
    else if (answer) onMark(answer)
  }
  const isEmpty = found.state === 'failed' || (found.state === 'ready' && items.length === 0)
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <label htmlFor={box.inputProps.id} className={styles.label}>
          {t('address:search')}
        </label>
        <div className={styles.box}>
          <Icon name="search" />
          <input
            {...box.inputProps}
            ref={field}
            className={styles.input}
            placeholder={t('address:searchHint')}
            autoComplete="off"
            spellCheck={false}
            data-autofocus={takesFocus || undefined}
          />
          {found.state === 'loading' && <Spinner />}
        </div>
        <ul {...box.listProps} className={styles.list} aria-label={t('address:suggestions')} hidden={!box.isOpen}>
          {box.isOpen &&
            items.map((item, index) => {
              const { primary, secondary } = suggestionLines(item)
              const className = index === box.active ? `${styles.option} ${styles.active}` : styles.option
              return (
                <li key={`${item.addressValue}-${index}`} {...box.optionProps(index)} className={className}>
                  <span className={styles.title}>{primary}</span>
                  <span className="muted">{secondary}</span>
                </li>
              )
            })}
        </ul>
        <p className="hidden-visually" aria-live="polite">
          {box.isOpen ? t('address:found', { count: items.length }) : ''}
        </p>
        {isEmpty && (
          <p className="muted" aria-live="polite">
            {t('address:nothing')}
          </p>
        )}
      </div>
      <div className={styles.ways}>
        <Button pending={location.state === 'locating'} onClick={() => void locateUser()}>
          <Icon name="pin" /> {location.state === 'locating' ? t('address:locating') : t('address:locate')}
        </Button>
        <Button onClick={() => void mark()}>
          <Icon name="pin" /> {t('address:onMap')}
        </Button>
        <Button onClick={() => onHand(box.text)}>{t('address:byHand')}</Button>
      </div>
      {(location.state === 'refused' || location.state === 'outside') && (
        <p className="muted" aria-live="polite">
          {t(location.state === 'outside' ? 'address:locateOutside' : 'address:locateRefused')}
        </p>
      )}
    </div>
  )
}
