import { expect, test } from 'vitest'
import { ApiError, ifRefused } from '#client/call.ts'

test('a refusal and a call broken off are answered otherwise; a fault of ours goes on', async () => {
  const refused = new ApiError('NETWORK', 503, '')
  expect(await Promise.reject<number>(refused).catch(ifRefused(null))).toBeNull()
  expect(await Promise.reject<number>(new DOMException('stopped', 'AbortError')).catch(ifRefused('none'))).toBe('none')
  const ours = new TypeError('nothing is no function')
  await expect(Promise.reject<number>(ours).catch(ifRefused(null))).rejects.toBe(ours)
})
