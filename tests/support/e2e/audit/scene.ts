import type { Market } from './market.ts'
import type { Visitor, Wanted } from './person.ts'

/** A page as somebody sees it for whom something happened before. */
export interface Scene {
  name: string
  /** How the visitor comes there; answers the path without a language. */
  prepare: (visitor: Visitor) => Promise<string> | string
  wanted: (market: Market) => Wanted
  /** The file of `src/pages` that draws it; null for what the server writes without one. */
  file: string | null
  /** Looked at on both devices; any other on the phone alone, in the layouts of both. */
  isOnBoth?: boolean
  /** Its bytes are within a budget. */
  isWeighed?: boolean
}
