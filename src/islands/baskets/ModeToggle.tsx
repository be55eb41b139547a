import type { BasketEntry } from '#contract/baskets/calls.ts'
import { formatMinutes } from '#domain/time/date-format.ts'
import { formatAmd } from '#domain/money.ts'
import { labelled } from '#i18n/labelled.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import { openModal } from '#stores/modals.ts'

/** The store of pickup is loaded on demand. */
const deliver = async (): Promise<unknown> => (await import('#stores/baskets/pickup.ts')).chooseDelivery()

/** The branches are asked for beside the modal's script. */
const openBranches = (supplierId: number): void => {
  openModal('supplier-branches', { supplierId })
  // The modal asks itself and says when the store did not come. Its own script is left to it: named here, its styles were in every page.
  void import('#stores/baskets/pickup.ts').then(
    ({ preparePickup }) => preparePickup({ supplierId }),
    () => undefined
  )
}

/** Delivery or pickup of one supplier's goods, each with its price and time. Styles are those of every page, because pages carry an island's own. */
export const ModeToggle = ({ entry }: { entry: BasketEntry }) => {
  const t = useT('basket')
  const locale = useLocale()
  const { pickup, otherMode, supplier, deliveryPrice, minutesFrom, minutesTo } = entry
  const own = { price: deliveryPrice, minutesFrom, minutesTo }
  const words = (offer: typeof own | null): string =>
    offer
      ? `${offer.price === 0 ? t('basket:mode.free') : formatAmd(offer.price, locale)}, ${formatMinutes(offer.minutesFrom, offer.minutesTo, locale)}`
      : ''
  const branches = (): void => openBranches(supplier.id)
  return (
    <>
      <ul className="chips" aria-label={t('basket:mode.legend')}>
        {(!pickup || otherMode) && (
          <li>
            <button className="chip" type="button" aria-current={pickup ? undefined : 'true'} onClick={() => pickup && void deliver()}>
              {t('basket:mode.delivery')} · {words(pickup ? otherMode : own)}
            </button>
          </li>
        )}
        <li>
          <button className="chip" type="button" aria-current={pickup ? 'true' : undefined} onClick={() => pickup ?? branches()}>
            {t('basket:mode.pickup')} · {words(pickup ? own : otherMode)}
          </button>
        </li>
      </ul>
      {pickup && (
        <p>
          {labelled(t('basket:mode.at'), locale)} <b>{pickup.address}</b>{' '}
          <Button look="quiet" onClick={branches}>
            {t('basket:mode.other')}
          </Button>
        </p>
      )}
    </>
  )
}
