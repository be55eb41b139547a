/** What a route knows of the device besides the call. */
export interface Device {
  userAgent: string
  /** '' when there is none. */
  ip: string
}
export type Given<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] }
