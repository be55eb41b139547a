import { expect, type Locator } from '@playwright/test'
import { tap } from './tap.ts'

/** Presses until the next view is there, again only when the press was refused: whoever had a code a moment ago waits some seconds for the next. */
export const pressUntil = async (button: Locator, next: Locator): Promise<void> => {
  const refusal = button.page().getByRole('alert').filter({ visible: true })
  await expect(async () => {
    if (await next.isVisible()) return
    await tap(button)
    await expect(next.or(refusal).first()).toBeVisible()
    expect(await next.isVisible()).toBe(true)
  }).toPass()
}
