import { ApiError } from '#client/call.ts'

/** Throws ORDER_NOT_FOUND for an address with what is no order's number. The page is everybody's; its island reads the number itself. */
export const requireOrderNumber = ({ number = '' }: Partial<Record<string, string>>): void => {
  if (!/^[\w-]{1,40}$/.test(number)) throw new ApiError('ORDER_NOT_FOUND', 420, 'no such order')
}
