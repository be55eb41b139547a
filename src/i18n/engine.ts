import type { InitOptions } from 'i18next'

/** What both sides of i18next share. Values are escaped where they are shown, by Astro and React. */
export const ENGINE: InitOptions = { initAsync: false, defaultNS: false, interpolation: { escapeValue: false } }
