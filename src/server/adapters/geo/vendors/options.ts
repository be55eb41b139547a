/** Options of all vendors. */
export interface VendorOptions {
  /** URL without a trailing slash; defaults to the public service. */
  url?: string | undefined
  key?: string | undefined
  timeoutMs: number
  /** User-Agent with a contact, which some services require. */
  agent: string
}
