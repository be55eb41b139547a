import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { dirname, join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { openPostgres } from '#server/db/engine.ts'
import type { BookedReceipt } from '#server/simulators/fiscal/books.ts'
import { createFiscalSimulator } from '#server/simulators/fiscal/create.ts'
import type { FiscalFault } from '#server/simulators/fiscal/service.ts'
import { freePort, newDataDir } from '#tests/support/shop-process.ts'
import { fiscalBooksIn } from './crash-books.ts'
import { runCrash, type CrashPlan, type CrashRun } from './crash.ts'

const CRN = '12345678'

export interface ReceiptCrashPlan extends Pick<CrashPlan, 'checkouts' | 'atOnce' | 'kills'> {
  workers: number
  /** Every so many calls the service fails, in turn without and with a receipt. */
  failsEvery: number
}
export interface ReceiptCrashRun extends CrashRun {
  /** Calls that the service heard, and how many of them it failed. */
  calls: number
  failed: number
  /** Whether the service's own journal has growing numbers only. */
  isGrowing: boolean
}

/** A certificate for this machine, which is the shop's as well as the service's; null where there is no OpenSSL. */
const makeCertificate = (folder: string): { cert: string; key: string } | null => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  try {
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { cert, key }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw cause
  }
}

/** Orders by card, a part of them cancelled, at a shop of several processes that is killed, beside a fiscal service that fails. */
export const runReceiptCrash = async (databaseUrl: string, plan: ReceiptCrashPlan): Promise<ReceiptCrashRun | null> => {
  const { workers, failsEvery, ...rest } = plan
  const dataDir = newDataDir()
  mkdirSync(dataDir, { recursive: true })
  const certificate = makeCertificate(dirname(dataDir))
  if (!certificate) return null
  let calls = 0
  let failed = 0
  const fault = (): FiscalFault => {
    calls += 1
    if (calls % failsEvery !== 0) return null
    failed += 1
    return failed % 2 === 0 ? 'lost' : 'error'
  }
  const origin = `https://127.0.0.1:${await freePort()}`
  const { api, url } = createFiscalSimulator({ folder: dirname(fiscalBooksIn(dataDir)), origin, now: Date.now, fault })
  const [cert, key] = [readFileSync(certificate.cert), readFileSync(certificate.key)]
  // Whoever shows no certificate is not answered.
  const serverOptions = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true }
  const server = createAdaptorServer({ fetch: api.fetch, createServer, serverOptions })
  server.listen(Number(new URL(origin).port), '127.0.0.1')
  await once(server, 'listening')
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, WEB_CONCURRENCY: String(workers), NODE_EXTRA_CA_CERTS: certificate.cert },
    ...{ FISCAL_URL: url, FISCAL_CRN: CRN, FISCAL_GOODS_CODE: '1905', FISCAL_CERTIFICATE: certificate.cert, FISCAL_KEY: certificate.key }
  }
  try {
    const database = { env, open: () => openPostgres(databaseUrl) }
    const run = await runCrash(database, { ...rest, buyers: 'card, and cancel', untilPrinted: true })
    return { ...run, calls, failed, isGrowing: isGrowing(fiscalBooksIn(dataDir)) }
  } finally {
    server.close()
  }
}

const isGrowing = (file: string): boolean => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const numbers = lines.map((line) => (JSON.parse(line) as BookedReceipt).seq)
  return numbers.length > 0 && numbers.every((seq, index) => index === 0 || seq > (numbers[index - 1] ?? 0))
}
