import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { IS_FULL } from './full.ts'
import { TOLD_ON_DESKS, TOLD_ON_PHONES } from './one-device.ts'
import { launchOptions } from '../support/e2e/chromium.ts'
import { freePort } from '../support/shop-process.ts'
import { shopEnded } from './shop-teardown.ts'

const also = (names: readonly string[]): string => (IS_FULL ? '' : names.map((name) => `,${name}`).join(''))

// One port and one folder for the whole run: workers read this file too.
process.env.E2E_PORT ??= String(await freePort())
const PORT = Number(process.env.E2E_PORT)
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'shuka-e2e-'))

export default defineConfig({
  testDir: '../e2e',
  outputDir: '../../test-results',
  globalTeardown: './shop-teardown.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  // Tests that failed are run again when the machine is quiet (src/server/cli/rerun.ts), not here beside others.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['./playwright-reporter.ts']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    timezoneId: 'Asia/Yerevan',
    launchOptions,
    // Of a test that failed, what it did and asked; pictures of every step would cost every test.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure'
  },
  projects: [
    // A phone has no Tab key. What does not depend on the device is told once: on either, by file or by the end of a title.
    {
      name: 'phone',
      testIgnore: `**/{keyboard,streams,fault,armenian,offline,basket-words,several-suppliers,reading,modals,listing,favourites${also(TOLD_ON_DESKS)}}.test.ts`,
      grepInvert: / \(desk\)$/,
      use: { viewport: { width: 375, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
    },
    {
      name: 'desk',
      testIgnore: `**/{intent,pictures,motion,address,basket,card,later,sign-in,languages,home,age,first-order${also(TOLD_ON_PHONES)}}.test.ts`,
      grepInvert: / \(phone\)$/,
      use: { viewport: { width: 1280, height: 860 } }
    }
  ],
  webServer: {
    command: `node --disable-warning=ExperimentalWarning src/server/main.ts; echo $? > ${shopEnded(process.env.E2E_DATA)}`,
    cwd: join(import.meta.dirname, '../..'),
    url: `http://127.0.0.1:${PORT}/api/health`,
    env: {
      PORT: String(PORT),
      DATA_DIR: join(process.env.E2E_DATA, 'data'),
      AUTOPILOT_SECONDS: '2',
      LOG: 'error',
      // Long enough to be seen: two stories are about the wait.
      PIN_WAIT_SECONDS: '3',
      PIN_PER_CALLER_HOUR: '10000',
      PIN_PER_PREFIX_HOUR: '10000',
      SMS_PER_CONTACT_DAY: '1000',
      // What is earned can be spent in the same story.
      POINTS_PENDING_DAYS: '0',
      // All buyers are new.
      NEW_ACCOUNT_HOLD_PERCENT: '100',
      // A flood comes from several addresses; a browser names none and has its socket's.
      TRUST_PROXY: '1',
      SITE_URL: `http://127.0.0.1:${PORT}`
    },
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 }
  }
})
