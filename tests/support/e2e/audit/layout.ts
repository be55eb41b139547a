import type { Page, TestInfo } from '@playwright/test'
import { layoutFaults, setTextSize } from './layout-faults.ts'
import { settled } from './page-watch.ts'

/** The widths people have, in px, and how high such a window is. Phones and tablets are touched, the others have a mouse. */
const WIDTHS: Record<string, readonly (readonly [number, number])[]> = {
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

/** What is wrong with the page, or the part `within`, at every width of the project, and with text of twice the size. */
export const layoutFaultsEverywhere = async (page: Page, { project }: TestInfo, within?: string): Promise<string[]> => {
  const part = within ? { within } : {}
  const faults: string[] = []
  for (const [width, height] of WIDTHS[project.name] ?? []) {
    await page.setViewportSize({ width, height })
    await settled(page)
    faults.push(...(await layoutFaults(page, { targets: true, ...part })).map((fault) => `${width} px: ${fault}`))
  }
  const [[width, height] = [0, 0]] = WIDTHS[project.name] ?? []
  await page.setViewportSize({ width, height })
  await setTextSize(page, 32)
  faults.push(...(await layoutFaults(page, { targets: false, ...part })).map((fault) => `${width} px, text at 200 %: ${fault}`))
  await setTextSize(page, 16)
  return faults
}
