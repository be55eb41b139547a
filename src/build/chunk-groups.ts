import type { AstroIntegration } from 'astro'
import { LOCALES } from '../domain/locale.ts'
import { forBrowsers } from './vite.ts'

interface Group {
  name: string
  priority?: number
  /** Module paths from the project's root; a trailing slash means a folder. */
  modules: readonly string[]
}

const ui = (names: readonly string[]): string[] => names.map((name) => `src/islands/ui/${name}`)

/**
 * Manual chunks, because many small files compress worse and browsers load six at a time: the modules of the page scripts, of the basket's
 * first press (without React's renderer) and of forms, with their messages.
 */
const SCRIPTS: readonly Group[] = [
  { name: 'page', priority: 2, modules: ['src/domain/money.ts', 'src/domain/constants.ts', 'src/page-scripts/load-scripts.ts'] },
  {
    name: 'basket',
    priority: 1,
    modules: [
      ...['BasketParts', 'BasketLine', 'BasketLines', 'BasketSheet', 'BasketColumn', 'TotalsBlock'].map(
        (name) => `src/islands/baskets/${name}.tsx`
      ),
      ...ui(['Button.tsx', 'Icon.tsx', 'Money.tsx', 'States.tsx', 'Stepper.tsx', 'Sheet.tsx']),
      'src/stores/baskets/actions.ts',
      'src/stores/products/product-sheet.ts'
    ]
  },
  // Shared by checkout and the wallet.
  { name: 'points', priority: 1, modules: ['src/islands/wallet/points-words.ts', 'src/domain/time/format-day.ts'] },
  {
    name: 'form',
    priority: 1,
    modules: [
      ...ui(['forms/Choice.tsx', 'forms/Field.tsx', 'AfterMount.tsx', 'use-words.ts']),
      'src/stores/tasks.ts',
      // In the chunk of the checkout, their lines would bring all of it to the pages of orders and of the account.
      'src/i18n/method-keys.ts'
    ]
  },
  // The clock of all islands: among the dates it would bring these to all of them.
  { name: 'time', priority: 3, modules: ['src/domain/time/yerevan-time.ts'] },
  { name: 'dates', priority: 2, modules: ['src/i18n/dates.ts', 'src/i18n/weekdays.ts', 'node_modules/dayjs/'] },
  { name: 'calls', priority: 2, modules: ['src/contract/orders/calls.ts', 'src/contract/profile/calls.ts'] },
  // Shared by checkout, orders and the account, like the lines above.
  {
    name: 'bank-cards',
    priority: 2,
    modules: [
      ...['src/stores/cards/cards.ts', 'src/islands/cards/CardLabel.tsx', 'src/domain/cards/brand.ts', 'src/contract/cards/calls.ts'],
      'src/stores/tab-storage.ts'
    ]
  },
  {
    name: 'methods',
    priority: 2,
    modules: ['src/stores/payable-here.ts', ...['MethodIcon.tsx', 'payment-notes.ts'].map((name) => `src/islands/payments/${name}`)]
  },
  { name: 'orders', priority: 1, modules: ['orders/order-actions', 'orders/orders', 'clock'].map((name) => `src/stores/${name}.ts`) },
  {
    name: 'address',
    modules: [
      ...['AddressWords.tsx', 'SavedAddresses.tsx', 'use-addresses.ts'].map((name) => `src/islands/addresses/${name}`),
      ...['addresses', 'address-draft', 'save-address'].map((name) => `src/stores/addresses/${name}.ts`)
    ]
  },
  {
    name: 'checkout',
    modules: [
      ...['CheckoutBody', 'TimeChoice', 'PaymentChoice'].map((name) => `src/islands/checkout/${name}.tsx`),
      'src/stores/checkout/place-order.ts'
    ]
  }
]
const WORDS = {
  checkout: ['checkout.json'],
  basket: ['files.ts', 'basket.json', 'states.json'],
  product: ['product.json'],
  // Of forms: the pages of the account need no words of products.
  validation: ['validation.json', 'modals.json']
}
const GROUPS: readonly Group[] = [
  ...SCRIPTS,
  ...Object.entries(WORDS).flatMap(([name, files]) =>
    LOCALES.map((locale) => ({ name: `${name}-${locale}`, modules: files.map((file) => `src/i18n/messages/${locale}/${file}`) }))
  )
]

const holds = (path: string, id: string): boolean => (path.endsWith('/') ? id.includes(`/${path}`) : id.endsWith(`/${path}`))

/** Returns the modules that are not in the browser bundle, so that the build fails instead of silently leaving a group empty. */
export const missingFrom = (groups: readonly Group[], ids: readonly string[]): string[] =>
  groups.flatMap(({ name, modules }) =>
    modules.filter((path) => !ids.some((id) => holds(path, id))).map((path) => `${path} (of "${name}")`)
  )

export const chunkGroups = (): AstroIntegration => ({
  name: 'chunk-groups',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const groups = GROUPS.map(({ name, priority = 0, modules }) => ({
        name,
        priority,
        test: (id: string) => modules.some((path) => holds(path, id))
      }))
      updateConfig({
        vite: {
          environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
          plugins: [
            {
              name: 'chunk-groups',
              applyToEnvironment: forBrowsers,
              generateBundle() {
                const missing = missingFrom(GROUPS, [...this.getModuleIds()])
                if (missing.length > 0) this.error(`no script of a browser holds ${missing.join(', ')}`)
              }
            }
          ]
        }
      })
    }
  }
})
