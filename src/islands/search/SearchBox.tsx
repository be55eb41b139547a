import { localePath, type Locale } from '#domain/locale.ts'
import { useReady } from '#islands/ui/use-ready.ts'
import { Icon } from '#islands/ui/Icon.tsx'
import { ForgetSearches, Suggestions } from './Suggestions.tsx'
import { useSearchBox } from './use-search-box.ts'
import './search-box.css'

export interface SearchBoxProps {
  locale: Locale
  /** Labels as props, so that the box renders before any messages are loaded. */
  words: { label: string; placeholder: string; go: string }
  term?: string
  /** Limits suggestions to suppliers of a type, and the search to their tab. */
  supplierType?: number
  tab?: string
  takesFocus?: boolean
}

/** The search box: a form that works without script, with suggestions once hydrated. */
export const SearchBox = ({ locale, words, term = '', supplierType, tab, takesFocus = false }: SearchBoxProps) => {
  const ready = useReady<HTMLFormElement>()
  const { items, isOpen, active, hasRecent, onSubmit, inputProps, listProps, optionProps } = useSearchBox(term, supplierType)
  return (
    <search aria-label={words.label}>
      <form ref={ready} className="search-box" action={localePath(locale, '/search')} onSubmit={onSubmit}>
        <Icon name="search" />
        <input
          {...inputProps}
          name="term"
          type="search"
          className="search-input"
          aria-label={words.label}
          placeholder={words.placeholder}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          data-autofocus={takesFocus ? '' : undefined}
        />
        {tab && <input type="hidden" name="tab" value={tab} />}
        <button className="search-go" type="submit" aria-label={words.go}>
          <Icon name="chevron" />
        </button>
        {isOpen && (
          <div className="search-list">
            <ul {...listProps} aria-label={words.label}>
              <Suggestions locale={locale} items={items} active={active} optionProps={optionProps} />
            </ul>
            {hasRecent && <ForgetSearches locale={locale} />}
          </div>
        )}
      </form>
    </search>
  )
}
