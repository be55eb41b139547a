import * as v from 'valibot'
import { CHANNEL } from '#domain/notifications.ts'
import type * as notifications from './calls.ts'
import { isNotEmpty, skip, take, type SchemasOf } from '#contract/fields.ts'

const MAX_AT_ONCE = 50
const bodyId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))
/** The service checks the numbers of channels (463). */
const channels = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CHANNEL.NONE))), v.maxLength(10))
const endpoint = v.pipe(v.string(), v.url(), v.maxLength(2_000))
const key = (length: number) => v.pipe(v.string(), v.regex(/^[\w-]+={0,2}$/), v.minLength(length), v.maxLength(length + 4))

export const notificationsSchemas = {
  list: { query: v.object({ skip, take: take(20, MAX_AT_ONCE) }) },
  read: {
    body: v.pipe(v.object({ ids: v.optional(v.pipe(v.array(bodyId), v.maxLength(200))), upTo: v.optional(bodyId) }), isNotEmpty)
  },
  changeSettings: {
    body: v.pipe(
      v.object({
        confirmation: v.optional(channels),
        status: v.optional(channels),
        news: v.optional(channels),
        promotionalInfo: v.optional(v.boolean())
      }),
      isNotEmpty
    )
  },
  subscribe: { body: v.object({ endpoint, keys: v.object({ p256dh: key(87), auth: key(22) }) }) },
  unsubscribe: { body: v.object({ endpoint }) }
} satisfies SchemasOf<typeof notifications>
