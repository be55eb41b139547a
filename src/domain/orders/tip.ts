/** What a person is offered to give, and the bounds of another sum: AMD. */
export const TIP_CHOICES = [200, 500, 1_000] as const
export const TIP_BOUNDS = { min: 100, max: 20_000 } as const

/** How long after the delivery the courier can be tipped. */
const TIP_MS = 24 * 3_600_000

export const isTipTime = (deliveredAt: number, now: number): boolean => now - deliveredAt < TIP_MS
