import { isIP } from 'node:net'
import * as v from 'valibot'
import { hasPhoneNumbers } from './config-countries.ts'
import { CARD_BANK_VARIABLES, cardBankFault, cardBankOf, isBankSecret } from './config-card-banks.ts'
import { FISCAL_VARIABLES, fiscalFault } from './config-fiscal.ts'
import { geoFault, GEO_VARIABLES } from './config-geo.ts'
import { isSecretVariable, messageFault, messageVariables } from './config-messages.ts'
import { isSignInSecret, missingKeys, SIGN_IN_VARIABLES } from './config-sign-in.ts'
import { TRANSFER_VARIABLES, transferFault } from './config-transfer.ts'
import { isWalletSecret, WALLET_VARIABLES, walletFault } from './config-wallets.ts'
import { checked, flag, isBase, isOrigin, listOf, whole } from './config-values.ts'

const isHost = (text: string): boolean => isIP(text) > 0 || /^[a-z][a-z0-9.-]*$/i.test(text)
const inAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)
const isDatabase = (text: string): boolean => /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text)
const DATABASE =
  'must be an address such as postgres://shop:password@127.0.0.1:5432/shuka (in a password, @ is written %40, / %2F, # %23, ? %3F, % %25)'
const COUNTRIES = 'must list countries that have phone numbers by two capital letters, such as AM,RU,GE'
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) && Number.isFinite(Date.parse(text))
const MOMENT = 'must be a moment with its offset such as 2026-12-31T18:00+04:00'
const folder = (fallback: string, sentence: string) => v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(sentence)), fallback)

/** All environment variables of the process. README documents them. */
const Schema = v.object({
  HOST: v.optional(v.pipe(v.string(), v.check(isHost, 'must be an address of this machine such as 127.0.0.1, 0.0.0.0 or ::')), '127.0.0.1'),
  PORT: whole(4321, 0, 65_535),
  SITE_URL: checked(isOrigin, 'must be an origin such as https://shuka.example, with nothing behind it'),
  DATA_DIR: folder('.data', 'must name a folder such as .data'),
  MARKET_DIR: folder('content/market', 'must name a folder such as content/market'),
  DATABASE_URL: checked(isDatabase, DATABASE),
  DATABASE_POOL: whole(10, 1, 200),
  DATABASE_READ_URL: checked(isDatabase, DATABASE),
  DATABASE_PREPARE: flag(true),
  DATABASE_MIGRATE: flag(true),
  API_URL: checked(isBase, 'must be an address such as https://api.shuka.example/api, without a slash at the end'),
  SECRET: checked((text) => text.trim().length >= 32, 'must have at least 32 characters, such as `openssl rand -base64 32` prints'),
  DEMO: flag(false),
  AUTOPILOT_SECONDS: whole(20, 0, 86_400),
  PAYMENT_MINUTES: whole(30, 1, 1_440),
  OPEN_ORDERS_PER_PERSON: whole(20, 1, 1_000_000),
  POINTS_PENDING_DAYS: whole(3, 0, 30),
  NEW_ACCOUNT_HOLD_PERCENT: whole(50, 1, 100),
  PAYMENT_TIMEOUT_SECONDS: whole(8, 1, 60),
  SERVICE_FEE_PERCENT: whole(3, 0, 50),
  SERVICE_FEE_FLOOR: whole(100, 0, 100_000),
  SERVICE_FEE_CAP: whole(600, 0, 100_000),
  PAPER_BAG_PRICE: whole(50, 0, 10_000),
  BANK_ORIGINS: listOf(isOrigin, 'must list origins of banks such as https://ipay.arca.am, with nothing behind them', ''),
  OVERLOAD_ACTIVE: flag(false),
  OVERLOAD_HOURS_TO_WAIT: whole(1, 0, 72),
  OVERLOAD_START: checked(isMoment, MOMENT),
  OVERLOAD_END: checked(isMoment, MOMENT),
  TRUST_PROXY: flag(false),
  PIN_WAIT_SECONDS: whole(60, 0, 3_600),
  PIN_PER_CONTACT_DAY: whole(10, 1, 100_000),
  PIN_PER_CALLER_HOUR: whole(30, 1, 100_000),
  PIN_PER_PREFIX_HOUR: whole(200, 1, 1_000_000),
  PIN_PER_HOUR: whole(2_000, 1, 1_000_000),
  PHONE_COUNTRIES: v.pipe(
    listOf(hasPhoneNumbers, COUNTRIES, 'AM'),
    v.check((countries) => countries.length > 0, COUNTRIES)
  ),
  PASSWORD_WAIT_SECONDS: whole(30, 0, 3_600),
  PASSWORD_PER_CONTACT_DAY: whole(100, 1, 100_000),
  PASSWORD_PER_CALLER_HOUR: whole(30, 1, 100_000),
  PASSWORD_PER_HOUR: whole(20_000, 1, 10_000_000),
  CHALLENGE_BITS: whole(13, 0, 20),
  ...CARD_BANK_VARIABLES,
  ...WALLET_VARIABLES,
  ...TRANSFER_VARIABLES,
  ...FISCAL_VARIABLES,
  ...GEO_VARIABLES,
  ...SIGN_IN_VARIABLES,
  ACCOUNT_DELETION_DAYS: whole(14, 0, 90),
  ACCOUNT_EXPORTS_HOUR: whole(3, 1, 1_000),
  ...messageVariables,
  PUSH_ORIGINS: listOf(isOrigin, 'must list origins of push services such as https://push.example, with nothing behind them', ''),
  MESSAGE_TIMEOUT_SECONDS: whole(15, 1, 60),
  LOG: v.optional(v.picklist(['silent', 'error', 'info'], 'must be silent, error or info'), 'info'),
  WEB_CONCURRENCY: whole(1, 1, 64),
  DRAIN_SECONDS: whole(0, 0, 300)
})

export type Config = Omit<v.InferOutput<typeof Schema>, 'SITE_URL'> & { SITE_URL: string }

const MAX_SHOWN_LENGTH = 100

/** Shows a bad value; values that may hold a password are not repeated. */
const describeValue = (name: string, value: unknown): string => {
  if (
    ['SECRET', 'GEO_KEY'].includes(name) ||
    /^DATABASE_.*URL$/.test(name) ||
    isSignInSecret(name) ||
    isSecretVariable(name) ||
    isBankSecret(name) ||
    isWalletSecret(name)
  )
    return ''
  const text = JSON.stringify(value).replace(/\/\/[^/@]*@/g, '//…@')
  return ` (is ${text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text})`
}

/** An unusable configuration. The message names the variable and the cure. */
export class BadConfiguration extends Error {}

/** Reads and checks the environment; throws BadConfiguration that names each bad variable. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const provided = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = v.safeParse(Schema, provided, { abortPipeEarly: true })
  if (!result.success) {
    const faults = result.issues.map(({ path, message, input }) => {
      const name = String(path?.[0]?.key ?? '?')
      // In a list either one item is wrong, or the whole text.
      return `  ${name} ${message}${describeValue(name, typeof input === 'string' ? input : provided[name])}`
    })
    throw new BadConfiguration(`Bad configuration:\n${faults.join('\n')}`)
  }
  const config = result.output
  const listening = `http://${inAddress(config.HOST)}:${config.PORT}`
  const siteUrl = config.SITE_URL ?? listening
  if (config.SERVICE_FEE_FLOOR > config.SERVICE_FEE_CAP)
    throw new BadConfiguration(
      `SERVICE_FEE_FLOOR ${config.SERVICE_FEE_FLOOR} is above SERVICE_FEE_CAP ${config.SERVICE_FEE_CAP}. Lower the floor or raise the cap.`
    )
  if (config.DATABASE_READ_URL && !config.DATABASE_URL)
    throw new BadConfiguration('DATABASE_READ_URL needs DATABASE_URL: a replica is asked beside the main database, never instead of it.')
  const missing = missingKeys(config)
  if (missing) throw new BadConfiguration(missing)
  const fault =
    messageFault(config) ?? geoFault(config) ?? cardBankFault(config) ?? walletFault(config) ?? transferFault(config) ?? fiscalFault(config)
  if (fault) throw new BadConfiguration(fault)
  // A front of a remote API has no data, so any number of processes may run.
  if (config.WEB_CONCURRENCY > 1 && !config.DATABASE_URL && !config.API_URL)
    throw new BadConfiguration(
      'WEB_CONCURRENCY needs DATABASE_URL: the embedded database belongs to one process. Set DATABASE_URL to a PostgreSQL server.'
    )
  const resolved = { ...config, SITE_URL: siteUrl }
  if (!mayPretend(resolved) && pretends(resolved)) {
    const name = config.SITE_URL && !isPrivate(siteUrl) ? 'SITE_URL' : 'HOST'
    throw new BadConfiguration(
      `${name} makes the shop public (${name === 'HOST' ? listening : siteUrl}), but messages and the bank are simulated and the outbox shows sign-in codes. Set DEMO=1 to run a public demonstration.`
    )
  }
  return resolved
}

export { bankAccountOf } from './config-transfer.ts'

/** Whether messages or the bank are simulated. */
const pretends = (config: Config): boolean => !cardBankOf(config).real || !config.SMTP_URL || config.SMS_GATEWAY === 'simulator'

/** Whether the shop is reached on a private address only. */
export const isPrivateShop = ({ SITE_URL, HOST }: Pick<Config, 'SITE_URL' | 'HOST'>): boolean =>
  isPrivate(SITE_URL) && isPrivate(`http://${inAddress(HOST)}`)

/** Whether simulators and the autopilot may run: in a demonstration, or on a private address. */
export const mayPretend = (config: Pick<Config, 'DEMO' | 'SITE_URL' | 'HOST'>): boolean => config.DEMO || isPrivateShop(config)

/** Seconds between the autopilot's steps; 0: it is off. */
export const autopilotSeconds = (config: Pick<Config, 'DEMO' | 'SITE_URL' | 'HOST' | 'AUTOPILOT_SECONDS'>): number =>
  mayPretend(config) ? config.AUTOPILOT_SECONDS : 0

/** Whether an address is loopback, a private network or a local name. */
const isPrivate = (address: string): boolean => {
  const { hostname } = new URL(address)
  const name = hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) === 6) return /^(::1?|f[cd][0-9a-f]{2}:.*|fe80:.*)$/.test(name)
  if (isIP(name) === 4) return /^(0\.0\.0\.0|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*)$/.test(name)
  return /^(localhost|[a-z0-9-]+|.*\.(local|localhost|internal|lan))$/.test(name)
}
