import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import type { Locale } from '#domain/locale.ts'
import { LocaleProvider } from './locale.ts'
import { removeLoginMark } from './login-mark.ts'

interface AfterMountProps {
  locale: Locale
  /** Same size as the content. The server renders only this, as the page is the same for everybody. */
  skeleton: ReactNode
  children: ReactNode
}

const never = () => () => undefined
const yes = () => true
const no = () => false

/** Root of an island with personal content: saved values and messages are read after mount. */
export const AfterMount = ({ locale, skeleton, children }: AfterMountProps) => {
  const mounted = useSyncExternalStore(never, yes, no)
  useEffect(removeLoginMark, [])
  return <LocaleProvider locale={locale}>{mounted ? <Suspense fallback={skeleton}>{children}</Suspense> : skeleton}</LocaleProvider>
}
