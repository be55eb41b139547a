import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Somebody who has no mouse. */
export interface Keyboard {
  /** Goes on with Tab until it has the focus; fails after so many steps. */
  reaches: (target: Locator, most?: number) => Promise<void>
  press: (key: string) => Promise<void>
  types: (text: string) => Promise<void>
}

export const createKeyboard = (page: Page): Keyboard => ({
  reaches: async (target, most = 200) => {
    await expect(target).toBeVisible()
    const isFocused = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement)
    for (let step = 0; step < most && !(await isFocused()); step += 1) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  },
  press: (key) => page.keyboard.press(key),
  types: (text) => page.keyboard.type(text)
})
