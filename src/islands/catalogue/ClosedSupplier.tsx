import { formatDayInside, formatTime } from '#i18n/dates.ts'
import { lastOrderAt } from '#domain/time/opening-hours.ts'
import { yerevan } from '#domain/time/yerevan-time.ts'
import { answerQuestion } from '#stores/modals.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'

/** "tomorrow, 21/11, 10:00". */
const useWhen = (): ((iso: string) => string) => {
  const locale = useLocale()
  return (iso) => {
    const at = Date.parse(iso)
    return `${formatDayInside(yerevan(at).date, yerevan(Date.now()).date, locale)}, ${formatTime(at)}`
  }
}

/**
 * Confirmation before adding from a closed supplier that opens within the days open for orders: shows opening time and earliest delivery.
 * Asked once per supplier and tab.
 */
export const ClosedSupplier = ({ params, close }: ModalProps<'closed-restaurant'>) => {
  const t = useT('confirmations')
  const when = useWhen()
  const { supplier, opensAt, deliveryFrom, ticket } = params
  return (
    <SheetContent
      title={t('confirmations:closed.title', { supplier })}
      footer={
        <>
          <Button onClick={close}>{t('confirmations:closed.no')}</Button>
          <Button look="brand" onClick={() => answerQuestion(ticket)}>
            {t('confirmations:closed.yes')}
          </Button>
        </>
      }
    >
      <p>{t('confirmations:closed.opens', { when: when(opensAt) })}</p>
      <p>{t('confirmations:closed.delivery', { when: when(deliveryFrom) })}</p>
    </SheetContent>
  )
}

/** Notice when adding from a closed supplier that does not open within those days: nothing can be ordered. */
export const ShutSupplier = ({ params, close }: ModalProps<'restaurant-closed'>) => {
  const t = useT('confirmations')
  return (
    <SheetContent
      title={t('confirmations:shut.title', { supplier: params.supplier })}
      footer={
        <Button look="brand" onClick={close}>
          {t('confirmations:shut.ok')}
        </Button>
      }
    >
      <p>{t('confirmations:shut.text')}</p>
    </SheetContent>
  )
}

/** Confirmation before adding from a supplier that closes within half an hour; once per supplier and tab. */
export const ClosesSoon = ({ params, close }: ModalProps<'restaurants-about-to-close'>) => {
  const t = useT('confirmations')
  const { supplier, closesAt, minutes, ticket } = params
  const last = lastOrderAt(Date.parse(closesAt), minutes)
  return (
    <SheetContent
      title={t('confirmations:soon.title', { supplier })}
      footer={
        <>
          <Button onClick={close}>{t('confirmations:soon.no')}</Button>
          <Button look="brand" onClick={() => answerQuestion(ticket)}>
            {t('confirmations:soon.yes')}
          </Button>
        </>
      }
    >
      <p>{t('confirmations:soon.closes', { time: formatTime(Date.parse(closesAt)) })}</p>
      <p>{last === null ? t('confirmations:soon.withoutTime') : t('confirmations:soon.text', { time: formatTime(last), minutes })}</p>
    </SheetContent>
  )
}
