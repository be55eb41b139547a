import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { keysOf } from '#server/services/core/keys.ts'

/** A browser in which somebody signed in before. It opens nothing: it only has limits of its own. */
export interface KnownBrowser {
  id: string
  /** Accounts that signed in here, the latest first. */
  userIds: readonly number[]
}

/** The longest life browsers give a cookie: 400 days. */
export const KNOWN_BROWSER_SECONDS = 400 * 86_400
const MAX_ACCOUNTS = 5
const FORM = /^(([\w-]{16})\.(\d{1,10}(?:-\d{1,10}){0,4})\.(\d{10}))\.([\w-]{43})$/

const signatureOf = async (ctx: Context, text: string): Promise<string> =>
  createHmac('sha256', (await keysOf(ctx)).knownBrowser)
    .update(text)
    .digest('base64url')

/** Reads the signed text of the cookie; null when it is missing, forged or too old. */
export const readKnownBrowser = async (ctx: Context, signed: string): Promise<KnownBrowser | null> => {
  const [, text, id = '', userIds = '', issuedAt, signature] = FORM.exec(signed) ?? []
  if (text === undefined || signature === undefined) return null
  if (Number(issuedAt) + KNOWN_BROWSER_SECONDS < ctx.now() / 1000) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(await signatureOf(ctx, text)))) return null
  return { id, userIds: userIds.split('-').map(Number) }
}

/** The text of the cookie after a sign-in: the browser keeps its id and its other accounts. */
export const rememberAccount = async (ctx: Context, signed: string, userId: number): Promise<string> => {
  const before = await readKnownBrowser(ctx, signed)
  const userIds = [...new Set([userId, ...(before?.userIds ?? [])])].slice(0, MAX_ACCOUNTS)
  const text = `${before?.id ?? randomBytes(12).toString('base64url')}.${userIds.join('-')}.${Math.floor(ctx.now() / 1000)}`
  return `${text}.${await signatureOf(ctx, text)}`
}

/** Returns the browser when one of these accounts signed in there before; null otherwise. */
export const browserOfAccounts = (browser: KnownBrowser | null, accounts: readonly { id: number }[]): KnownBrowser | null =>
  browser && accounts.some(({ id }) => browser.userIds.includes(id)) ? browser : null
