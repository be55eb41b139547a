import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** The system's own Chromium, its build without windows first: it takes a fifth less processor time; null when there is none and Playwright's is used. */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`)
export const systemChromium = PROGRAMS.find(existsSync) ?? null

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
