import type { InitOptions } from 'i18next'

/** Settings of i18next, which the server runs. Values are escaped where they are shown, by Astro and React. */
export const ENGINE: InitOptions = { initAsync: false, defaultNS: false, interpolation: { escapeValue: false } }
