/** What a vendor is made of. */
export interface VendorOptions {
  /** Its address without a slash at the end; without one its public service. */
  url?: string | undefined
  key?: string | undefined
  timeoutMs: number
  /** Who asks, for those who want to know whom to call. */
  agent: string
}
