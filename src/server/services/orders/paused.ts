import type { schema } from '#server/db/schema.ts'
import { fail } from '#server/services/core/fail.ts'

type Pausable = Pick<typeof schema.orders.$inferSelect, 'pausedFor'>

/** CUSTOM with the words of staff while they look into an order: its customer neither pays for it nor cancels it (spec section 8, 999). */
export const requireNotPaused = ({ pausedFor }: Pausable, field: 'id' | 'orderNumber'): void => {
  if (pausedFor !== null) throw fail('CUSTOM', { field, vars: { context: 'paused', words: pausedFor } })
}
