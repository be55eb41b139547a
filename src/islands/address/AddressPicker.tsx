import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { useCombobox } from 'downshift'
import type { Suggestion } from '#contract/geo.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { useT } from '#islands/ui/locale.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { suggestionLines } from '#domain/address.ts'
import { $found, $location, locate, resetSearch, typeTerm } from '#stores/address-search.ts'
import styles from './address.module.css'

interface AddressPickerProps {
  onPick: (suggestion: Suggestion) => void
  /** What was typed so far goes along. */
  onHand: (typed: string) => void
  autoFocus?: boolean
}

const NONE: Suggestion[] = []

/** Finds a place by typing or by where the person is. An ARIA combobox: arrows, Enter, Escape. */
export const AddressPicker = ({ onPick, onHand, autoFocus }: AddressPickerProps) => {
  const t = useT('address')
  const found = useStore($found)
  const location = useStore($location)
  const items = found.state === 'ready' ? [...found.list] : NONE
  const box = useCombobox({
    items,
    itemToString: (item) => (item ? suggestionLines(item).primary : ''),
    defaultHighlightedIndex: 0,
    onInputValueChange: ({ inputValue }) => typeTerm(inputValue),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onPick(selectedItem)
    }
  })
  useEffect(() => resetSearch, [])
  const here = async (): Promise<void> => {
    const suggestion = await locate()
    if (suggestion) onPick(suggestion)
  }
  // Escape closes the list first and the dialog around it second.
  const onKeyDown = (event: React.KeyboardEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }): void => {
    if (event.key !== 'Escape') return
    if (box.isOpen && items.length > 0) event.preventDefault()
    else event.nativeEvent.preventDownshiftDefault = true
  }
  const isEmpty = found.state === 'ready' && items.length === 0
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <label {...box.getLabelProps({ className: styles.label })}>{t('address:search')}</label>
        <div className={styles.box}>
          <Icon name="search" />
          <input
            {...box.getInputProps({
              className: styles.input,
              placeholder: t('address:searchHint'),
              autoFocus,
              autoComplete: 'off',
              spellCheck: false,
              onKeyDown
            })}
          />
          {found.state === 'loading' && <Spinner />}
        </div>
        <ul {...box.getMenuProps({ className: styles.list, 'aria-label': t('address:suggestions') })}>
          {box.isOpen &&
            items.map((item, index) => {
              const { primary, secondary } = suggestionLines(item)
              const className = [styles.option, box.highlightedIndex === index && styles.active].filter(Boolean).join(' ')
              return (
                <li key={`${item.addressValue}-${index}`} {...box.getItemProps({ item, index, className })}>
                  <span className={styles.title}>{primary}</span>
                  <span className="muted">{secondary}</span>
                </li>
              )
            })}
        </ul>
        <p className="hidden-visually" role="status">
          {box.isOpen && items.length > 0 ? t('address:found', { count: items.length }) : ''}
        </p>
        {(isEmpty || found.state === 'failed') && (
          <p className="muted" role="status">
            {t('address:nothing')}
          </p>
        )}
      </div>
      <div className={styles.ways}>
        <Button pending={location.state === 'locating'} onClick={() => void here()}>
          <Icon name="pin" /> {location.state === 'locating' ? t('address:locating') : t('address:locate')}
        </Button>
        <Button onClick={() => onHand(box.inputValue)}>{t('address:byHand')}</Button>
      </div>
      {(location.state === 'refused' || location.state === 'outside') && (
        <p className="muted" role="status">
          {t(location.state === 'outside' ? 'address:locateOutside' : 'address:locateRefused')}
        </p>
      )}
    </div>
  )
}
