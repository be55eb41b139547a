import { atom } from 'nanostores'
import { environment } from '#stores/environment.ts'

const $basketOpen = atom(false)
export { $basketOpen }

export const openBasket = (): void => {
  $basketOpen.set(true)
  environment().emit('intent:basket')
}
export const closeBasket = (): void => $basketOpen.set(false)
