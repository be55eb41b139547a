import { atom } from 'nanostores'
import * as v from 'valibot'
import { RUN_OUT } from '#domain/enums.ts'
import { readTab, writeTab } from '#stores/tab-storage.ts'

const SlotSchema = v.object({ date: v.string(), time: v.string(), from: v.string(), to: v.string() })
const WhenSchema = v.variant('kind', [v.object({ kind: v.literal('now') }), v.object({ kind: v.literal('slot'), slot: SlotSchema })])
const ChoicesSchema = v.object({
  version: v.literal(1),
  /** null: nothing chosen, the default applies. */
  when: v.nullable(WhenSchema),
  paymentId: v.nullable(v.number()),
  cutlery: v.boolean(),
  isGift: v.optional(v.boolean(), false),
  greeting: v.optional(v.string(), ''),
  runOut: v.optional(v.picklist(RUN_OUT), 'call'),
  /** A saved card instead of one entered at the bank. */
  boundCardId: v.optional(v.nullable(v.number()), null),
  bindCard: v.optional(v.boolean(), false)
})
/** Now, or one delivery window. */
export type When = v.InferOutput<typeof WhenSchema>
/** Choices of the checkout page, apart from address and comment. */
export type Choices = v.InferOutput<typeof ChoicesSchema>

const STORAGE_KEY = 'root:checkout'
export const NO_CHOICES: Choices = {
  version: 1,
  when: null,
  paymentId: null,
  cutlery: false,
  isGift: false,
  greeting: '',
  runOut: 'call',
  boundCardId: null,
  bindCard: false
}

const $choices = atom<Choices>(NO_CHOICES)
export { $choices }

/** Restores the choices after a reload; call after mount. */
export const restoreChoices = (): void => {
  const saved = v.safeParse(ChoicesSchema, readTab(STORAGE_KEY))
  if (saved.success) $choices.set(saved.output)
}

export const choose = (change: Partial<Omit<Choices, 'version'>>): void => {
  const next = { ...$choices.get(), ...change }
  $choices.set(next)
  writeTab(STORAGE_KEY, next)
}

export const sameWhen = (a: When, b: When): boolean =>
  a.kind === b.kind && (a.kind === 'now' || (b.kind === 'slot' && a.slot.date === b.slot.date && a.slot.time === b.slot.time))
