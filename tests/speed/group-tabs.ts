import { chromium, type Locator } from '@playwright/test'
import type { Call } from '#client/call.ts'
import { visit } from '#tests/support/e2e/audit/person.ts'
import { launchOptions } from '#tests/support/e2e/chromium.ts'
import { createShop } from '#tests/support/e2e/shop.ts'
import { tap } from '#tests/support/e2e/tap.ts'

/** A phone's tab with the panel of a group order open. */
export interface GroupTab {
  call: Call
  /** From now on watched for the next change that can be read; `seen` resolves with its moment, as `now` of this module says it. */
  watch: () => Promise<{ seen: Promise<number> }>
}

/** Milliseconds since 1970 with fractions: what this process and pages of the same machine share. */
export const now = (): number => performance.timeOrigin + performance.now()

const PHONE = { viewport: { width: 375, height: 780 }, hasTouch: true, isMobile: true } as const

/** Runs in the page: the moment after the frame in which the panel first says something else. */
const watchPanel = (panel: Element): void => {
  const before = panel.textContent
  const watched = window as { changed?: Promise<number> }
  watched.changed = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (panel.textContent === before) return
      observer.disconnect()
      requestAnimationFrame(() => {
        // A message comes after the frame that this callback belongs to.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()))
        port1.start()
        port2.postMessage('')
      })
    }).observe(panel, { subtree: true, childList: true, characterData: true })
  })
}

const watch = async (panel: Locator): Promise<{ seen: Promise<number> }> => {
  await panel.evaluate(watchPanel)
  return { seen: panel.page().evaluate(() => (window as { changed?: Promise<number> }).changed ?? NaN) }
}

/** So many people on phones of their own; `join` brings each into the group order whose supplier is sold at `soldAt`, and its panel is opened. */
export const openGroupTabs = async (
  url: string,
  count: number,
  soldAt: string,
  join: (call: Call) => Promise<void>
): Promise<{ tabs: GroupTab[]; close: () => Promise<void> }> => {
  const browser = await chromium.launch(launchOptions)
  const tabs: GroupTab[] = []
  for (let index = 0; index < count; index += 1) {
    const context = await browser.newContext({ ...PHONE, baseURL: url })
    const { call } = await visit(context, url, { signedIn: true, withAddress: true })
    await join(call)
    const shop = createShop(await context.newPage(), 'en')
    await shop.open(soldAt)
    await tap(shop.button('supplier:group'))
    const panel = shop.page.getByRole('dialog', { name: new RegExp(`^${shop.t('group:panel.title')}`) })
    await panel.waitFor()
    tabs.push({ call, watch: () => watch(panel) })
  }
  return { tabs, close: () => browser.close() }
}
