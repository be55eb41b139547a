import type { GallerySamples } from './gallery.ts'
import type { Locator, Page } from '@playwright/test'
import { localePath, type Locale } from '#domain/locale.ts'
import type { Translate } from '#i18n/keys.ts'
import { getTranslator } from '#i18n/translate.ts'
import { MODALS, type ModalId } from '#stores/modal-list.ts'
import { expect } from '../expect.ts'
import { settled } from './page-watch.ts'
import { tap } from '../tap.ts'

export const MODAL_IDS = Object.keys(MODALS) as ModalId[]

export const galleryPath = (locale: Locale, product: number, samples?: GallerySamples): string =>
  localePath(
    locale,
    `/gallery?${new URLSearchParams(Object.entries({ product, ...samples }).map(([name, value]) => [name, String(value)]))}`
  )

const openerOf = (page: Page, locale: Locale, id: ModalId): Locator =>
  page.getByRole('button', { name: `${getTranslator(locale)('modals:gallery.open')} ${id}`, exact: true })

/** Opens a modal by its button in the gallery and waits for what is in it. */
export const openFromGallery = async (page: Page, locale: Locale, id: ModalId): Promise<Locator> => {
  await tap(openerOf(page, locale, id))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { level: 2 }).first().waitFor()
  await settled(page)
  return dialog
}

/** From the frame of a page to the search for an address. */
export const openAddressSearch = (page: Page): Promise<void> =>
  tap(page.locator('[data-modal="address-search"]').filter({ visible: true }).first())

/** From the search to the map, with the address under its pin. */
export const openMap = async (page: Page, t: Translate): Promise<void> => {
  const search = page.getByRole('dialog', { name: t('address:title') })
  await tap(search.getByRole('button', { name: t('address:onMap') }))
  const map = page.getByRole('dialog', { name: t('address:map.title') })
  await map.getByRole('strong').waitFor()
  await map.locator('.leaflet-tile-loaded').first().waitFor()
}

export const closeModal = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Closes an open modal, which has a name, the focus, and the page's scrolling or not; then the focus is where it was before. */
export const closeAsUsual = async (page: Page, locale: Locale, id: ModalId): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { level: 2 }).first(), id).not.toBeEmpty()
  await expect(dialog, id).toHaveAccessibleName(/\S/)
  await expect(page.locator('dialog:focus-within'), `${id}: the focus is inside`).toHaveCount(1)
  await expect(page.locator('html[data-scroll-locked]'), `${id}: scrolling`).toHaveCount(MODALS[id].locksScroll ? 1 : 0)
  await closeModal(page)
  await expect(openerOf(page, locale, id), `${id}: the focus is back`).toBeFocused()
}
