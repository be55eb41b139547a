import type { ContactType } from '#domain/enums.ts'
import type { Context } from '#server/context.ts'
import { accountsOfContact, readContact } from '#server/services/auth/contact.ts'
import { confirmCode, checkCode } from './code.ts'

/** Verifies a code and leaves it usable; costs one of the five tries. PIN_INCORRECT_OR_EXPIRED. */
export const verifyCode = async (
  ctx: Context,
  input: { type: ContactType; contact: string; pin: string }
): Promise<{ verified: true; known: boolean }> => {
  const contact = await readContact(ctx, input.type, input.contact)
  await confirmCode(ctx, await checkCode(ctx, contact.contact, input.pin))
  return { verified: true, known: (await accountsOfContact(ctx, contact)).length > 0 }
}
