import type { InitOptions } from 'i18next'

/** Settings of i18next, which runs only on the server. Values are escaped on output, by Astro and React. */
export const ENGINE: InitOptions = { initAsync: false, defaultNS: false, interpolation: { escapeValue: false } }
