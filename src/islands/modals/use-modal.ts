import { useEffect, useState, type ComponentType } from 'react'
import { loadTranslator } from '#i18n/browser.ts'
import type { Locale } from '#domain/locale.ts'
import type { ModalId } from '#stores/modal-list.ts'
import { useLocale } from '#islands/ui/locale.ts'
import { MODAL_COMPONENTS } from './registry.ts'

/** Any of them. The registry pairs each id with its own parameters; the compiler cannot follow a pair through a union. */
type Body = ComponentType<{ params: object; close: () => void }>

const here = new Map<ModalId, Body>()

const bring = async (id: ModalId, locale: Locale): Promise<Body> => {
  const { load, words } = MODAL_COMPONENTS[id]
  const [component] = await Promise.all([load(), ...[...words, 'states' as const].map((name) => loadTranslator(locale, [name]))])
  here.set(id, component as Body)
  return component as Body
}

/**
 * The inside of a modal, null while its script and words are on their way; throws when they did not come. Not by Suspense: React shows what it
 * has waited for no sooner than 300 ms after the waiting was shown.
 */
export const useModal = (id: ModalId): Body | null => {
  const locale = useLocale()
  const [coming] = useState(() => (here.has(id) ? null : bring(id, locale)))
  const [body, setBody] = useState<Body | 'failed' | null>(() => here.get(id) ?? null)
  useEffect(() => {
    let watched = true
    coming?.then(
      (component) => watched && setBody(() => component),
      () => watched && setBody('failed')
    )
    return () => void (watched = false)
  }, [coming])
  if (body === 'failed') throw new Error(`modal "${id}" did not come`)
  return body
}
