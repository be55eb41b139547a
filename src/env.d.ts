/// <reference types="astro/client" />
import type { Call, Fetch } from '#client/call.ts'
import type { Translate } from '#i18n/keys.ts'
import type { Locale } from '#domain/locale.ts'

declare global {
  namespace App {
    interface Locals {
      locale: Locale
      /** The address without its language: `/restaurants` for `/en/restaurants`. */
      path: string
      t: Translate
      /** Key of the city whose deliveries the page shows. */
      city: string
      call: Call
      /** The API of the same process, handed in by the server. */
      apiFetch?: Fetch
      /** Origin of canonical addresses, handed in by the server. */
      siteUrl?: string
      /** There when the server in front renders: it has fault pages of its own, wants to know what went wrong, and keeps long finished HTML. */
      front?: {
        fault?: unknown
        hold: (html: readonly string[]) => string
        /** Text that is the same under one name, written once. */
        keep: (name: string, write: () => Promise<string>) => string | Promise<string>
      }
      /** Suppliers whose cover is named for the move to their page; each once. */
      covers?: Set<number>
    }
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when somebody wants it: `modal` or `basket`. */
    'client:intent'?: string
  }
}
