import { LOCALE_COOKIE } from '#domain/constants.ts'

/**
 * Runs before the first paint, so that the hint causes no layout shift: for a reader of another language (the one chosen before, else the
 * browser's), unless it was closed or a language was chosen. The build adds its hash to the content security policy.
 */
export const LOCALE_HINT = `{const e=document.documentElement,o=(document.cookie.match(/(?:^|; )${LOCALE_COOKIE}=(\\w+)/)||[])[1]||navigator.language.slice(0,2);try{o==e.lang||localStorage["root:hint"]||(e.dataset.hint=o)}catch{}}`
