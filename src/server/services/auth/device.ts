/** What a route knows about the caller's device. */
export interface Device {
  userAgent: string
  /** '' when unknown. */
  ip: string
}
export type Given<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] }
