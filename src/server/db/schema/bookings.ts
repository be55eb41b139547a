import { bigint, index, integer, jsonb, pgTable, serial, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { BookingEnd, ServiceStatus } from '#domain/bookings/booking.ts'
import type { Speed } from '#domain/bookings/windows.ts'
import type { UnitId } from '#domain/enums.ts'
import type { Words } from '#domain/locale.ts'
import { branches, suppliers } from './catalogue.ts'
import { users } from './people.ts'
import { orders, type ChosenOption, type OrderAddress } from './trade.ts'

const at = () => timestamp({ withTimezone: true })
/** Hundredths of a dram. */
const amount = () => bigint({ mode: 'number' })

/** What is to be done, at the prices of the speed that was booked; `quantity` as it was counted or weighed, once it was. */
export interface BookedLine {
  productId: number
  name: Words
  picture: string
  unitId: UnitId
  quantity: number
  bookedQuantity: number
  unitPrice: number
  baseUnitPrice: number
  pairs: boolean
  options: ChosenOption[]
}
export interface BookingStep {
  status: ServiceStatus
  at: string
}

/** Services whose things are fetched, priced and brought back. Once the price is agreed to, an order is paid and brought. */
export const bookings = pgTable(
  'bookings',
  {
    id: serial().primaryKey(),
    /** Of the same sequence as the orders'. */
    number: text()
      .notNull()
      .unique()
      .default(sql`nextval('order_numbers')::text`),
    userId: integer()
      .notNull()
      .references(() => users.id),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    branchId: integer()
      .notNull()
      .references(() => branches.id),
    /** Its own, until the price is agreed to: serviceStatusOf. */
    status: smallint().$type<ServiceStatus>().notNull(),
    steps: jsonb().$type<BookingStep[]>().notNull(),
    speed: text().$type<Speed>().notNull(),
    pickupFrom: at().notNull(),
    pickupTo: at().notNull(),
    returnFrom: at().notNull(),
    returnTo: at().notNull(),
    /** When a courier took the pickup on. */
    pickupAcceptedAt: at(),
    address: jsonb().$type<OrderAddress>().notNull(),
    customerComment: text().notNull().default(''),
    lines: jsonb().$type<BookedLine[]>().notNull(),
    packingPrice: amount().notNull(),
    deliveryPrice: amount().notNull(),
    /** The total that was shown when it was booked. */
    estimate: amount().notNull(),
    /** Until when the price waits for an answer; null before there is one. */
    agreeBefore: at(),
    remindedAt: at(),
    /** The last order that the price became. */
    orderId: integer().references(() => orders.id),
    endedFor: text().$type<BookingEnd>(),
    /** Why the supplier ended it, in its own words. */
    endedWords: text().notNull().default(''),
    requestKey: text().notNull().unique(),
    requestHash: text().notNull(),
    /** Time of the demo autopilot's next step; null without one. */
    nextStepAt: at(),
    createdAt: at().notNull()
  },
  (table) => [
    index('bookings_user').on(table.userId, table.id.desc()),
    // What a window holds is counted.
    index('bookings_pickup').on(table.supplierId, table.pickupFrom),
    index('bookings_return').on(table.supplierId, table.returnFrom),
    index('bookings_next_step')
      .on(table.nextStepAt)
      .where(sql`next_step_at is not null`),
    index('bookings_agree_before')
      .on(table.agreeBefore)
      .where(sql`agree_before is not null`)
  ]
)
