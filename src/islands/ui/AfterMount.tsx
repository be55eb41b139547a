import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import type { Locale } from '#domain/locale.ts'
import { LocaleProvider } from './locale.ts'
import { forgetLoginMark } from './login-mark.ts'

interface AfterMountProps {
  locale: Locale
  /** The same size as what comes; all that the server renders, as the page is the same for everybody. */
  skeleton: ReactNode
  children: ReactNode
}

const never = () => () => undefined
const yes = () => true
const no = () => false

/** Root of an island whose content is personal: saved values and words are read after mount. */
export const AfterMount = ({ locale, skeleton, children }: AfterMountProps) => {
  const mounted = useSyncExternalStore(never, yes, no)
  useEffect(forgetLoginMark, [])
  return <LocaleProvider locale={locale}>{mounted ? <Suspense fallback={skeleton}>{children}</Suspense> : skeleton}</LocaleProvider>
}
