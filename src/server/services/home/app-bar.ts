import type { AppBarTile } from '#contract/home/calls.ts'
import { APP_BAR_PICTURES, appBarPath, type AppBarId } from '#domain/home.ts'
import type { Locale } from '#domain/locale.ts'
import { getTranslator } from '#i18n/translate.ts'

/** Localises a category of the app bar. */
export const appBarTile = (id: AppBarId, locale: Locale): AppBarTile => {
  const t = getTranslator(locale)
  return {
    id,
    name: t(`collections:name.${id}`),
    about: t(`collections:about.${id}`),
    picture: APP_BAR_PICTURES[id],
    href: appBarPath(id)
  }
}
