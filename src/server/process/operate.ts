import { jobContext } from '#server/jobs/context.ts'
import type { Kernel } from '#server/kernel.ts'
import { operateApplications } from '#server/services/applications/operate-applications.ts'
import { operateBookings } from '#server/services/bookings/operate-bookings.ts'
import { operateRewards } from '#server/services/lottery/operate-rewards.ts'
import { operateMessages } from '#server/services/messages/operate.ts'
import { readOrder } from '#server/services/messages/orders.ts'
import { operateOrders } from '#server/services/orders/staff/operate-orders.ts'
import { operateCustomers } from '#server/services/profile/operate-customers.ts'
import { operateGiftCards } from '#server/services/orders/staff/operate-gift-cards.ts'
import { operatePayments } from '#server/services/orders/staff/operate-payments.ts'
import { operateReceipts, readReceiptsOrder } from '#server/services/receipts/operate-receipts.ts'
import { operateLedger, readLedgerOrder, type Operated } from '#server/services/payments/books/operate-ledger.ts'

/** Executes an operator's command in the running shop; another process asks for it over the lock. Throws when there is no such order. */
export const operate = async (kernel: Kernel, command: string, words: readonly string[]): Promise<Operated> => {
  const ctx = jobContext(kernel)
  if (command === 'orders') return { lines: (await operateBookings(ctx, words)) ?? (await operateOrders(ctx, words)), failed: false }
  if (command === 'applications') return { lines: await operateApplications(ctx, words), failed: false }
  if (command === 'staff') return { lines: await operateCustomers(ctx, words), failed: false }
  if (command === 'rewards') return { lines: await operateRewards(ctx, words), failed: false }
  if (command === 'gift-cards') return { lines: await operateGiftCards(ctx, words), failed: false }
  if (command === 'payments') return { lines: await operatePayments(ctx, words), failed: false }
  const receipts = command === 'receipts' ? readReceiptsOrder(words) : null
  if (receipts) return operateReceipts(ctx, receipts)
  const letters = command === 'messages' ? readOrder(words) : null
  if (letters) return { lines: await operateMessages(ctx, letters), failed: false }
  const order = command === 'ledger' ? readLedgerOrder(words) : null
  if (!order) throw new Error('this process takes no such order')
  return operateLedger(ctx, order)
}
