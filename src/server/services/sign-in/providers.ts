import type { SignInProviderInfo } from '#contract/sign-in/calls.ts'
import type { SignInProvider } from '#server/adapters/sign-in/port.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/services/core/fail.ts'

/** Returns the configured providers. */
export const listProviders = ({ adapters }: Context): SignInProviderInfo[] => adapters.signIn.map(({ id, name }) => ({ id, name }))

/** Returns a provider; NOT_FOUND when it is unknown or not configured. */
export const findProvider = ({ adapters }: Context, id: string): SignInProvider => {
  const provider = adapters.signIn.find((one) => one.id === id)
  if (!provider) throw fail('NOT_FOUND')
  return provider
}
