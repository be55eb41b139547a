import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** The system's own Chromium; null when there is none and Playwright's is used. */
export const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ?? null

/** What lets it run as root, without a screen, and silent on the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

export const launchOptions: LaunchOptions = { args: CHROMIUM_FLAGS, ...(systemChromium ? { executablePath: systemChromium } : {}) }
