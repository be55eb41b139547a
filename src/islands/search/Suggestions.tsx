import { useEffect, useState, type HTMLAttributes } from 'react'
import type { SearchSuggestion } from '#contract/search/calls.ts'
import type { Locale } from '#domain/locale.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { loadTranslator } from '#i18n/browser.ts'
import type { Key, Translate } from '#i18n/keys.ts'
import type { Suggested } from '#stores/search/suggestions.ts'

interface SuggestionsProps {
  locale: Locale
  suggested: Suggested
  active: number
  optionProps: (index: number) => HTMLAttributes<HTMLLIElement>
}

const KIND: Record<Exclude<SearchSuggestion['type'], 'product'>, (item: { kind: string }) => Key> = {
  supplier: ({ kind }) => `search:kind.${kind}` as Key,
  category: () => 'search:category'
}

const about = (item: SearchSuggestion, t: Translate): string => {
  if (item.type !== 'product') return t(KIND[item.type](item))
  return item.count === 1 ? item.supplierName : t('search:places', { count: item.count })
}

/** The rows of the list. The line below a name appears when its messages are loaded. */
export const Suggestions = ({ locale, suggested, active, optionProps }: SuggestionsProps) => {
  const [words, setWords] = useState<{ t: Translate } | null>(null)
  useEffect(() => {
    void loadTranslator(locale, ['search']).then((t) => setWords({ t }))
  }, [locale])
  return suggested.items.map((item, index) => (
    <li
      key={`${item.type} ${item.id}`}
      {...optionProps(index)}
      className={index === active ? 'search-option search-active' : 'search-option'}
    >
      {item.picture && <img src={pictureUrl(item.picture)} alt="" width="32" height="32" loading="lazy" />}
      <span className="search-words">
        <span className="search-name">{item.name}</span>
        {words && <span className="muted">{about(item, words.t)}</span>}
      </span>
    </li>
  ))
}
