/** A measured value and when, in seconds from the start. */
export interface Point {
  at: number
  value: number
}

export const mean = (points: readonly Point[]): number => points.reduce((sum, { value }) => sum + value, 0) / points.length

/** Growth by the hour: the slope of the least-squares line through the points. 0 for fewer than two. */
export const growthPerHour = (points: readonly Point[]): number => {
  const middle = points.reduce((sum, { at }) => sum + at, 0) / points.length
  const level = mean(points)
  let [both, spread] = [0, 0]
  for (const { at, value } of points) {
    both += (at - middle) * (value - level)
    spread += (at - middle) ** 2
  }
  return spread > 0 ? (both / spread) * 3_600 : 0
}
