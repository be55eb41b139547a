import type { Locator, Page } from '@playwright/test'
import { localePath, type Locale } from '#domain/locale.ts'
import { formatAmd } from '#domain/money.ts'
import type { Key, Translate, Variables } from '#i18n/keys.ts'
import { getTranslator } from '#i18n/translate.ts'

/** The shop as somebody sees it who reads one language. */
export interface Shop {
  page: Page
  language: Locale
  t: Translate
  /** The path of a page in the story's language. */
  path: (path: string) => string
  open: (path: string) => Promise<void>
  money: (amd: number) => string
  button: (key: Key, variables?: Variables) => Locator
  link: (key: Key, variables?: Variables) => Locator
  heading: (key: Key, variables?: Variables) => Locator
  /** The open dialog with this title. */
  dialog: (title: string) => Locator
  /** What is said to those who listen. */
  saying: (text: string) => Locator
}

export const createShop = (page: Page, language: Locale): Shop => {
  const t = getTranslator(language)
  const path = (bare: string): string => localePath(language, bare)
  return {
    page,
    language,
    t,
    path,
    open: async (bare) => void (await page.goto(path(bare), { waitUntil: 'domcontentloaded' })),
    money: (amd) => formatAmd(amd, language),
    button: (key, variables) => page.getByRole('button', { name: t(key, variables), exact: true }).filter({ visible: true }),
    link: (key, variables) => page.getByRole('link', { name: t(key, variables), exact: true }).filter({ visible: true }),
    heading: (key, variables) => page.getByRole('heading', { name: t(key, variables), exact: true }),
    dialog: (title) => page.getByRole('dialog', { name: title, exact: true }),
    saying: (text) => page.getByRole('status').filter({ hasText: text }).first()
  }
}
