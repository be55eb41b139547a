import type { Locale } from '#domain/locale.ts'
import { createFormatter } from './format.ts'
import type { Namespace, Translate } from './keys.ts'
import type { MessageFiles } from './message-files.ts'

/** The list of message files is loaded per language, so that a page does not contain the file names of the other languages. */
const LANGUAGES: Record<Locale, () => Promise<{ files: MessageFiles }>> = {
  hy: () => import('./messages/hy/files.ts'),
  en: () => import('./messages/en/files.ts'),
  ru: () => import('./messages/ru/files.ts')
}
type Messages = Record<string, unknown>
/** Downloaded messages, by language and namespace. */
const loaded = new Map<string, Messages>()
const loading = new Map<string, Promise<Translate>>()

const loadMessages = async (locale: Locale, namespace: Namespace): Promise<void> => {
  const name = `${locale}/${namespace}`
  if (loaded.has(name)) return
  const { files } = await LANGUAGES[locale]()
  const load = files[`./${namespace}.json`]
  if (!load) throw new Error(`no messages ${name}`)
  loaded.set(name, await load())
}

const findIn = (messages: unknown, path: string): unknown =>
  path.split('.').reduce((tree, name) => (tree as Messages | undefined)?.[name], messages)

/** Returns the key's path for a missing message, as i18next does. */
const translatorOf = (locale: Locale): Translate => {
  const find = (key: string): unknown => {
    const [namespace, path = ''] = key.split(':', 2)
    return findIn(loaded.get(`${locale}/${namespace}`), path)
  }
  return createFormatter(locale, find, (key) => key.slice(key.indexOf(':') + 1))
}

/** React's `use` reads a promise with these fields synchronously; any other suspends and removes the island for up to 300 ms. */
const mark = (promise: Promise<Translate>, value: Translate): Promise<Translate> => Object.assign(promise, { status: 'fulfilled', value })
const settled = (translate: Translate): Promise<Translate> => mark(Promise.resolve(translate), translate)

/** Downloads the namespaces in one language, once. Returns the same promise for the same arguments, as React's `use` requires. */
export const loadTranslator = (locale: Locale, namespaces: readonly Namespace[]): Promise<Translate> => {
  const cacheKey = `${locale}:${namespaces.join()}`
  const existing = loading.get(cacheKey)
  if (existing) return existing
  const isHere = namespaces.every((namespace) => loaded.has(`${locale}/${namespace}`))
  const translator = isHere
    ? settled(translatorOf(locale))
    : Promise.all(namespaces.map((namespace) => loadMessages(locale, namespace))).then(() => translatorOf(locale))
  loading.set(cacheKey, translator)
  translator.then(
    (translate) => mark(translator, translate),
    () => loading.delete(cacheKey)
  )
  return translator
}
