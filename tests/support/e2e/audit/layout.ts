import type { Page } from '@playwright/test'
import { layoutFaults, setTextSize, withAllLaidOut } from './layout-faults.ts'
import { settled } from './page-watch.ts'

export type Device = 'phone' | 'desk'
type Window = readonly [width: number, height: number]

/** The widths people have, in px, and how high such a window is. Phones and tablets are touched, the others have a mouse. */
const WINDOWS: Record<Device, readonly Window[]> = {
  phone: [
    [320, 640],
    [375, 780],
    [768, 1024]
  ],
  desk: [
    [1260, 860],
    [1620, 900]
  ]
}

export const deviceOf = ({ project }: { project: { name: string } }): Device => (project.name === 'desk' ? 'desk' : 'phone')
/** The narrowest window of each layout, where its words have the least room: for what is looked at on one device only. */
const EVERY_LAYOUT: readonly Window[] = [320, 768, 1260].flatMap((least) =>
  [...WINDOWS.phone, ...WINDOWS.desk].filter(([width]) => width === least)
)

export type Windows = Device | 'every'
const SIZES: Record<Windows, readonly Window[]> = {
  ...WINDOWS,
  every: EVERY_LAYOUT
}

/** What is wrong with the page, or the part `within`, in these windows, and with text of twice the size in the first. */
const faultsIn = (page: Page, windows: readonly Window[], within?: string): Promise<string[]> =>
  withAllLaidOut(page, () => faultsOneByOne(page, windows, within))

const faultsOneByOne = async (page: Page, windows: readonly Window[], within?: string): Promise<string[]> => {
  const part = within ? { within } : {}
  const faults: string[] = []
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await settled(page)
    faults.push(...(await layoutFaults(page, { targets: true, ...part })).map((fault) => `${width} px: ${fault}`))
  }
  const [[width, height] = [0, 0]] = windows
  await page.setViewportSize({ width, height })
  await setTextSize(page, 32)
  await settled(page)
  faults.push(...(await layoutFaults(page, { targets: false, ...part })).map((fault) => `${width} px, text at 200 %: ${fault}`))
  await setTextSize(page, 16)
  return faults
}

export const layoutFaultsIn = (page: Page, windows: Windows, within?: string): Promise<string[]> => faultsIn(page, SIZES[windows], within)

/** In the narrowest window of the device, where other words have the least room. */
export const layoutFaultsAtNarrowest = (page: Page, device: Device, within?: string): Promise<string[]> =>
  faultsIn(page, WINDOWS[device].slice(0, 1), within)
