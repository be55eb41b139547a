import { chromium, type BrowserContext, type CDPSession } from '@playwright/test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/shop-process.ts'

/** Chromium as the system installed it; undefined: Playwright's own. */
export const SYSTEM_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

const PHONE = { width: 375, height: 780 }
/** Pixels beyond the page, for the browser's own rows. */
const ROOM = 300

export interface SpeedBrowser {
  context: BrowserContext
  /** Where other tools reach the same browser. */
  port: number
  close: () => Promise<void>
}

/** A Chromium with a profile of its own, on a phone's window. */
export const openSpeedBrowser = async (baseURL?: string): Promise<SpeedBrowser> => {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'shuka-speed-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(SYSTEM_CHROMIUM ? { executablePath: SYSTEM_CHROMIUM } : {}),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking'
    ],
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: PHONE,
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true
  })
  return {
    context,
    port,
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    }
  }
}

/**
 * Makes room in the window of a new page for the browser's own rows: what lies below its lower edge is never painted, and a press there would
 * have its next paint only when something else is.
 */
export const showWhole = async (session: CDPSession): Promise<void> => {
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { width: PHONE.width + ROOM, height: PHONE.height + ROOM } })
}
