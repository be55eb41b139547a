import { useEffect, useState, type HTMLAttributes, type PointerEvent } from 'react'
import type { Locale } from '#domain/locale.ts'
import { formatMoment } from '#domain/time/date-format.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { loadTranslator } from '#i18n/browser.ts'
import type { Translate } from '#i18n/keys.ts'
import { Icon } from '#islands/ui/Icon.tsx'
import { forgetSearch, forgetSearches } from '#stores/search/recent.ts'
import type { SuggestedItem } from '#stores/search/suggestions.ts'

interface SuggestionsProps {
  locale: Locale
  items: readonly SuggestedItem[]
  active: number
  optionProps: (index: number) => HTMLAttributes<HTMLLIElement>
}

const about = (item: Exclude<SuggestedItem, { type: 'term' }>, t: Translate): string => {
  if (item.type === 'recent') return t('search:recent')
  if (item.type === 'supplier') return t(`search:kind.${item.kind}`)
  if (item.type === 'category') return t('search:category')
  const { count, supplierName, admissionAt } = item
  if (count > 1) return admissionAt ? t('search:dates', { count }) : t('search:places', { count })
  return admissionAt ? `${supplierName} · ${formatMoment(admissionAt)}` : supplierName
}

const useWords = (locale: Locale): Translate | null => {
  const [words, setWords] = useState<{ t: Translate } | null>(null)
  useEffect(() => {
    void loadTranslator(locale, ['search']).then((t) => setWords({ t }))
  }, [locale])
  return words?.t ?? null
}

/** The focus stays in the field, and the list open. */
const keepFocus = (event: PointerEvent): void => event.preventDefault()

/** The rows of the list. The line below a name appears when its messages are loaded. */
export const Suggestions = ({ locale, items, active, optionProps }: SuggestionsProps) => {
  const t = useWords(locale)
  return items.map((item, index) => (
    <li
      key={`${item.type} ${item.type === 'recent' ? item.name : item.id}`}
      {...optionProps(index)}
      className={index === active ? 'search-option search-active' : 'search-option'}
    >
      {'picture' in item && item.picture ? (
        <img src={pictureUrl(item.picture)} alt="" width="32" height="32" loading="lazy" />
      ) : (
        <span className="search-sign">
          <Icon name={item.type === 'recent' ? 'clock' : 'search'} />
        </span>
      )}
      <span className="search-words">
        <span className="search-name">{item.name}</span>
        {t && item.type !== 'term' && <span className="muted">{about(item, t)}</span>}
      </span>
      {item.type === 'recent' && (
        // For a pointer; with a keyboard the Delete key does the same.
        <span
          className="search-forget"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            forgetSearch(item.name)
          }}
        >
          <Icon name="cross" />
        </span>
      )}
    </li>
  ))
}

/** Removes all recent searches. */
export const ForgetSearches = ({ locale }: { locale: Locale }) => {
  const t = useWords(locale)
  if (!t) return null
  return (
    <p className="search-clear">
      <span className="hidden-visually">{t('search:recentHint')}</span>
      <button type="button" onPointerDown={keepFocus} onClick={forgetSearches}>
        {t('search:forget')}
      </button>
    </p>
  )
}
