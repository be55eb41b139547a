import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { launchOptions } from '../support/e2e/chromium.ts'
import { freePort } from '../support/shop-process.ts'

// One port and one folder for the whole run: workers read this file too.
process.env.E2E_PORT ??= String(await freePort())
const PORT = Number(process.env.E2E_PORT)
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'shuka-e2e-'))

export default defineConfig({
  testDir: '../e2e',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A test that passes at the second try is a fault that nobody would see.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    timezoneId: 'Asia/Yerevan',
    launchOptions,
    trace: 'off',
    screenshot: 'only-on-failure'
  },
  projects: [
    // A phone has no Tab key. What does not depend on the device is told once: on either, by file or by the end of a title.
    {
      name: 'phone',
      testIgnore: '**/{keyboard,streams,fault,armenian,offline,basket-words,several-suppliers,reading,modals,listing,favourites}.test.ts',
      grepInvert: / \(desk\)$/,
      use: { viewport: { width: 375, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
    },
    {
      name: 'desk',
      testIgnore: '**/{intent,pictures,motion,address,basket,card,later,sign-in,languages,home,age,first-order}.test.ts',
      grepInvert: / \(phone\)$/,
      use: { viewport: { width: 1280, height: 860 } }
    }
  ],
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning src/server/main.ts',
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
      SITE_URL: `http://127.0.0.1:${PORT}`
    },
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 }
  }
})
