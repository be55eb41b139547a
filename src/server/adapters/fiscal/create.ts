import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { createFiscalSimulator, type FiscalSimulator } from '#server/simulators/fiscal/create.ts'
import { createEHdm } from './e-hdm.ts'
import type { FiscalService } from './port.ts'
import { withCertificate } from './with-certificate.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')

export interface FiscalSetup {
  /** Null: no receipt is printed. */
  fiscal: FiscalService | null
  fiscalSimulator: FiscalSimulator | null
}

/** Creates the configured fiscal service, or a simulated one while the bank is simulated too. */
export const createFiscal = (config: Config, now: () => number, isPretending: boolean): FiscalSetup => {
  const { FISCAL_URL, FISCAL_CRN, FISCAL_GOODS_CODE, FISCAL_CERTIFICATE, FISCAL_KEY } = config
  const common = {
    timeoutMs: config.PAYMENT_TIMEOUT_SECONDS * 1_000,
    ...{ cashierId: config.FISCAL_CASHIER, department: config.FISCAL_DEPARTMENT }
  }
  if (FISCAL_URL && FISCAL_CRN && FISCAL_GOODS_CODE && FISCAL_CERTIFICATE && FISCAL_KEY) {
    const send = withCertificate(FISCAL_CERTIFICATE, FISCAL_KEY)
    const own = { simulated: false, url: FISCAL_URL, crn: FISCAL_CRN, goodsCode: FISCAL_GOODS_CODE }
    return { fiscal: createEHdm({ ...common, ...own, send }), fiscalSimulator: null }
  }
  if (!isPretending) return { fiscal: null, fiscalSimulator: null }
  const simulator = createFiscalSimulator({ folder: resolve(ROOT, config.DATA_DIR, 'simulators'), origin: config.SITE_URL, now })
  const own = { simulated: true, url: simulator.url, crn: null, goodsCode: '0000' }
  const service = createEHdm({ ...common, ...own, send: async (request) => simulator.api.fetch(request) })
  return { fiscal: { ...service, books: async (crn) => simulator.receipts(crn) }, fiscalSimulator: simulator }
}
