import { createContext, createElement, use, type ReactNode } from 'react'
import { loadTranslator } from '#i18n/browser.ts'
import type { Namespace, Translate } from '#i18n/keys.ts'
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts'

const LocaleContext = createContext<Locale>(DEFAULT_LOCALE)

/** Sets the language; once at each island's root. */
export const LocaleProvider = ({ locale, children }: { locale: Locale; children: ReactNode }) =>
  createElement(LocaleContext, { value: locale }, children)

export const useLocale = (): Locale => use(LocaleContext)

/** The translator for some namespaces; suspends while they load. */
export const useT = (...namespaces: Namespace[]): Translate => use(loadTranslator(useLocale(), namespaces))
