import * as v from 'valibot'
import { SUPPLIER_KINDS } from '#domain/enums.ts'
import { branchSchema, id } from './check-branch.ts'
import type { Shared } from './check-market.ts'
import { options } from './check-options.ts'
import { across, amount, decimal, flag, keyText, list, matching, percent, record, uniqueKeys, whole, words } from './check-values.ts'
import { shown } from '#server/market-import/faults.ts'
import { isEmoji, isPictureFile } from '#server/market-import/pictures.ts'

const PICTURES = 'two or three emoji, or one file name of this folder'
const pictures = v.pipe(
  list(v.string('an emoji or a file name'), PICTURES),
  across((all, report) => {
    const file = all.find(isPictureFile)
    if (file !== undefined ? all.length !== 1 : all.length < 2 || all.length > 3) report([], `holds ${all.length}, expected ${PICTURES}`)
    all.forEach((one, index) => {
      if (!isPictureFile(one) && !isEmoji(one)) report([index], `is ${shown(one)}, expected an emoji of the picture set`)
    })
  })
)

const unique = <Item>() =>
  across<Item[]>((all, report) => {
    all.forEach((one, index) => {
      if (all.indexOf(one) < index) report([index], `${shown(one)} stands here twice, expected once`)
    })
  })

const KNOWN = 'a category of market.yaml'
const categoryOf = (shared: Shared) =>
  v.pipe(
    v.string(KNOWN),
    v.check((key) => shared.categories.has(key), KNOWN)
  )
const categoriesOf = (shared: Shared) => v.pipe(list(categoryOf(shared), `a list: ${KNOWN}`), v.nonEmpty('at least one category'), unique())

const faster = (most: number) => v.optional(record({ hours: whole(1, most), factor: decimal(1, 10) }))

/** How services are booked. */
const bookings = v.pipe(
  record({
    windowMinutes: whole(30, 480),
    perWindow: whole(1, 1_000),
    noticeMinutes: whole(0, 10_080),
    hours: whole(1, 720),
    express: faster(720),
    urgent: faster(720)
  }),
  across(({ hours, express, urgent }, report) => {
    if (express && express.hours > hours) report(['express', 'hours'], `is ${express.hours}, expected at most hours, which is ${hours}`)
    const slower = express?.hours ?? hours
    if (urgent && urgent.hours > slower)
      report(['urgent', 'hours'], `is ${urgent.hours}, expected at most ${slower}, as long as what is slower takes`)
  }),
  v.transform((rules) => ({ ...rules, express: rules.express ?? null, urgent: rules.urgent ?? null }))
)

/** Schema of supplier.yaml for a market.yaml, built once per import. Amounts become hundredths, hours seven lists. */
export const supplierSchema = (shared: Shared) =>
  v.pipe(
    record({
      id,
      kind: v.picklist(SUPPLIER_KINDS, `one of ${SUPPLIER_KINDS.join(', ')}`),
      name: words(80),
      description: words(300),
      categories: categoriesOf(shared),
      pictures,
      hue: whole(0, 359),
      taxId: matching(/^\d{8}$/, "8 digits, in quotes, such as '01234567'"),
      new: v.optional(flag, false),
      rating: v.optional(record({ average: decimal(1, 5), count: whole(0, 10_000_000) })),
      preparationMinutes: whole(0, 10_080),
      minimum: amount,
      bookings: v.optional(bookings),
      tickets: v.optional(record({ days: whole(1, 365) })),
      packing: amount,
      commission: v.optional(percent),
      refuses: v.optional(
        v.pipe(list(v.picklist(['bankTransfer', 'corporateWallet'], 'bankTransfer or corporateWallet'), 'a list, [] for none'), unique()),
        []
      ),
      points: v.optional(v.picklist(['all', 'labelled'], 'all or labelled'), 'all'),
      branches: v.pipe(list(branchSchema(shared.cities), 'a list of branches'), v.nonEmpty('at least one branch')),
      departments: v.pipe(
        list(record({ key: keyText, name: words(100), category: v.optional(categoryOf(shared)) }), 'a list of departments: key, name'),
        v.nonEmpty('at least one department'),
        uniqueKeys()
      ),
      options
    }),
    across(({ kind, categories, departments, bookings: booked, tickets, minimum, packing, branches }, report) => {
      if (booked && kind !== 'service') report(['bookings'], `is for the kind service, but the kind is ${kind}`)
      if (tickets && kind !== 'giftCard') report(['tickets'], `is for the kind giftCard, but the kind is ${kind}`)
      if (tickets && minimum > 0) report(['minimum'], 'is above 0, but tickets have no minimum, expected 0')
      if (tickets && packing > 0) report(['packing'], 'is above 0, but tickets are not packed, expected 0')
      branches.forEach(({ zones, pickup }, index) => {
        if (tickets && zones.length > 0) report(['branches', index, 'zones'], 'has zones, but nobody brings tickets, expected []')
        if (tickets && pickup) report(['branches', index, 'pickup'], 'is true, but nobody fetches tickets, expected false')
      })
      const check = (key: string, path: (string | number)[]): void => {
        const other = shared.categories.get(key)?.kind
        if (other && other !== kind) report(path, `${shown(key)} is for the kind ${other}, expected a category for ${kind}`)
      }
      categories.forEach((key, index) => check(key, ['categories', index]))
      departments.forEach(({ category }, index) => category && check(category, ['departments', index, 'category']))
    })
  )
export type SupplierFile = v.InferOutput<ReturnType<typeof supplierSchema>>

const keysIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one: unknown) => (one && typeof one === 'object' && 'key' in one ? String(one.key) : '')) : []

/** Keys that products may refer to; also read from a file with faults, so that these do not make every product faulty. */
export const keysOf = (value: unknown): { departments: Set<string>; options: Set<string> } => {
  const file: { departments?: unknown; options?: unknown } = value && typeof value === 'object' ? value : {}
  return { departments: new Set(keysIn(file.departments)), options: new Set(keysIn(file.options)) }
}
