import { atom, onMount } from 'nanostores'
import { ifRefused } from '#client/call.ts'
import * as signIn from '#contract/sign-in/calls.ts'
import type { SignInFailure, SignInProviderInfo } from '#contract/sign-in/calls.ts'
import type { AfterSignIn } from '#stores/auth/auth.ts'
import { withProof } from '#stores/credentials/proof.ts'
import { environment } from '#stores/environment.ts'
import { task } from '#stores/tasks.ts'

/** Configured providers; null: not loaded yet. */
const $providers = atom<readonly SignInProviderInfo[] | null>(null)
/** Failure of the last visit to a provider, for the sign-in dialog. `provider` is its name. */
const $socialFailure = atom<{ why: SignInFailure; provider: string } | null>(null)
export { $providers, $socialFailure }

export const loadProviders = async (): Promise<void> => {
  // When the call fails there are no buttons; the other ways to sign in work.
  const list = await environment().call(signIn.providers).catch(ifRefused([]))
  $providers.set(list)
}
onMount($providers, () => {
  if (!$providers.get()) void loadProviders()
})

/** Goes to a provider; the server stores the redirect. A signed-in user links the provider. */
export const beginSocial = task(async (provider: string, { redirect, enablePickup }: AfterSignIn): Promise<true> => {
  $socialFailure.set(null)
  const { call, path, navigate } = environment()
  const { csrfToken } = await call(signIn.csrf)
  const body = { csrfToken, redirect: redirect ?? path(), ...(enablePickup ? { enablePickup } : {}) }
  const { url } = await withProof(() => call(signIn.begin, { params: { provider }, body }))
  navigate(url)
  return true
})
