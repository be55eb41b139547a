import { createInstance } from 'i18next'
import type { Locale } from '#domain/locale.ts'
import { ENGINE } from './engine.ts'
import type { Key, Namespace, Translate } from './keys.ts'
import type { MessageFiles } from './message-files.ts'

/** The list of a language's files comes with its first words: a reader of one language carries no names of the others' files. */
const LANGUAGES: Record<Locale, () => Promise<{ files: MessageFiles }>> = {
  hy: () => import('./messages/hy/files.ts'),
  en: () => import('./messages/en/files.ts'),
  ru: () => import('./messages/ru/files.ts')
}
const engine = createInstance()
void engine.init({ ...ENGINE, fallbackLng: false, resources: {} })

const loading = new Map<string, Promise<Translate>>()

const loadMessages = async (locale: Locale, namespace: Namespace): Promise<void> => {
  if (engine.hasResourceBundle(locale, namespace)) return
  const { files } = await LANGUAGES[locale]()
  const load = files[`./${namespace}.json`]
  if (!load) throw new Error(`no messages ${locale}/${namespace}`)
  engine.addResourceBundle(locale, namespace, await load())
}

const translatorOf = (locale: Locale): Translate => {
  const t = engine.getFixedT(locale)
  // Islands are drawn on the server for every page anew, with the same few words.
  const plain = new Map<Key, string>()
  return (key, variables) => {
    const known = variables ? undefined : plain.get(key)
    if (known !== undefined) return known
    const text: string = t(key, { ...variables })
    if (!variables) plain.set(key, text)
    return text
  }
}

/** React's `use` reads a promise marked like this at once; any other takes the island off the page for a moment, or for 300 ms. */
const mark = (promise: Promise<Translate>, value: Translate): Promise<Translate> => Object.assign(promise, { status: 'fulfilled', value })
const settled = (translate: Translate): Promise<Translate> => mark(Promise.resolve(translate), translate)

/** Downloads one language of the namespaces named, once; the same promise for the same question, so that React's `use` may read it. */
export const loadTranslator = (locale: Locale, namespaces: readonly Namespace[]): Promise<Translate> => {
  const question = `${locale}:${namespaces.join()}`
  const known = loading.get(question)
  if (known) return known
  const isHere = namespaces.every((namespace) => engine.hasResourceBundle(locale, namespace))
  const translator = isHere
    ? settled(translatorOf(locale))
    : Promise.all(namespaces.map((namespace) => loadMessages(locale, namespace))).then(() => translatorOf(locale))
  loading.set(question, translator)
  translator.then(
    (translate) => mark(translator, translate),
    () => loading.delete(question)
  )
  return translator
}
