import type { Key } from './keys.ts'

// The server returns methods by key; a test checks that every method has all of these texts in every language.

type InCheckout = 'name' | 'about' | 'order' | 'accept'
export const checkoutMethod = (key: string, word: InCheckout): Key => `checkout:methods.${key}.${word}` as Key

type InOrders = 'by' | 'paid' | 'refunding' | 'refunded'
export const orderMethod = (key: string, word: InOrders): Key => `orders:methods.${key}.${word}` as Key

type InPaying = 'instead' | 'pay' | 'payAgain' | 'payOther'
export const payingMethod = (key: string, word: InPaying): Key => `paying:methods.${key}.${word}` as Key

export const accountMethod = (key: string, word: 'name' | 'text'): Key => `account:payment.methods.${key}.${word}` as Key
