import { atom } from 'nanostores'
import * as catalogue from '#contract/catalogue/calls.ts'
import type { CategoryNode } from '#contract/catalogue/calls.ts'
import { environment } from '#stores/environment.ts'
import { failureOf, type Failure } from '#stores/errors.ts'

export type CategoryChildren = { state: 'loading' } | { state: 'failed'; failure: Failure } | { state: 'ready'; node: CategoryNode }

const $categoryChildren = atom<CategoryChildren>({ state: 'loading' })
export { $categoryChildren }

/** Loads a category with its subtree. */
export const loadCategory = async (id: number): Promise<void> => {
  const known = $categoryChildren.get()
  if (known.state === 'ready' && known.node.id === id) return
  $categoryChildren.set({ state: 'loading' })
  try {
    $categoryChildren.set({ state: 'ready', node: await environment().call(catalogue.categoryTree, { params: { path: String(id) } }) })
  } catch (cause) {
    $categoryChildren.set({ state: 'failed', failure: failureOf(cause) })
  }
}
