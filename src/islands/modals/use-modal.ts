import { useEffect, useState, type ComponentType } from 'react'
import { loadTranslator } from '#i18n/browser.ts'
import type { Locale } from '#domain/locale.ts'
import type { ModalId } from '#stores/modal-list.ts'
import { useLocale } from '#islands/ui/locale.ts'
import { MODAL_COMPONENTS } from './registry.ts'

/** Any modal component. The registry types the parameters by id; the compiler cannot correlate them through a union. */
type Body = ComponentType<{ params: object; close: () => void }>

const loadedModals = new Map<ModalId, Body>()

const loadModal = async (id: ModalId, locale: Locale): Promise<Body> => {
  const { load, words } = MODAL_COMPONENTS[id]
  const [component] = await Promise.all([load(), ...[...words, 'states' as const].map((name) => loadTranslator(locale, [name]))])
  loadedModals.set(id, component as Body)
  return component as Body
}

/**
 * The component of a modal, null while its script and messages load; throws when loading failed. Not with Suspense: React shows suspended
 * content no sooner than 300 ms after the fallback.
 */
export const useModal = (id: ModalId): Body | null => {
  const locale = useLocale()
  const [loading] = useState(() => (loadedModals.has(id) ? null : loadModal(id, locale)))
  const [body, setBody] = useState<Body | 'failed' | null>(() => loadedModals.get(id) ?? null)
  useEffect(() => {
    let isMounted = true
    loading?.then(
      (component) => isMounted && setBody(() => component),
      () => isMounted && setBody('failed')
    )
    return () => void (isMounted = false)
  }, [loading])
  if (body === 'failed') throw new Error(`modal "${id}" did not load`)
  return body
}
