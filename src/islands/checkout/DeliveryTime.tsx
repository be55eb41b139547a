import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { startCheckout } from '#stores/checkout/start.ts'
import { $when } from '#stores/checkout/delivery-time.ts'
import { TimeChoice } from './TimeChoice.tsx'

/** Modal `delivery-time`: now, or a date and a slot. */
export const DeliveryTime = ({ close }: ModalProps<'delivery-time'>) => {
  const t = useWords('checkout', 'states')
  const when = useStore($when)
  useEffect(() => void startCheckout(), [])
  return (
    <SheetContent
      title={t('checkout:when')}
      footer={
        <Button look="brand" onClick={close}>
          {t('checkout:apply')}
        </Button>
      }
    >
      <TimeChoice when={when} legend={t('checkout:when')} />
    </SheetContent>
  )
}
