import { ifRefused } from '#client/call.ts'
import * as auth from '#contract/auth/calls.ts'
import { environment } from '#stores/environment.ts'
import { signingOut } from './session.ts'

/** Ends the session on the server and in every tab; errors are ignored (spec section 4). */
export const signOut = (): Promise<void> => signingOut(() => environment().call(auth.signOut).catch(ifRefused(undefined)))
