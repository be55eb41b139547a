import type { hy } from './messages/hy.ts'

type Singular<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'few' | 'many' | 'other'}` ? Base : K
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? Singular<K> : `${Singular<K>}.${Leaves<T[K]>}` }[keyof T & string]

export type Namespace = keyof typeof hy
/** `frame:basket`, `basket:items` (for `items_one`, `items_few`, …), `states:empty.title`. Armenian is the reference. */
export type Key = { [N in Namespace]: `${N}:${Leaves<(typeof hy)[N]>}` }[Namespace]
/** `count` selects the plural form. */
export type Variables = Record<string, string | number>
export type Translate = (key: Key, variables?: Variables) => string
