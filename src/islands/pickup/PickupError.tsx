import { useState } from 'react'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { chooseDelivery } from '#stores/baskets/pickup.ts'
import { replaceModal } from '#stores/modals.ts'

/** Modal `pick-up error`: what went wrong, the way back to delivery, and pickup at the place of a product that waits to be added. */
export const PickupError = ({ params, close }: ModalProps<'pick-up error'>) => {
  const t = useT('pickup')
  const { message, supplierId, queued } = params
  const [isPending, setPending] = useState(false)
  const deliver = async (): Promise<void> => {
    setPending(true)
    await chooseDelivery(queued).finally(() => setPending(false))
  }
  const goOn = (): void => {
    if (supplierId === undefined || !queued) close()
    else replaceModal('supplier-branches', { supplierId, queued })
  }
  return (
    <SheetContent
      title={t('pickup:error.title')}
      footer={
        <>
          <Button onClick={goOn}>{t(queued ? 'pickup:error.pickup' : 'pickup:error.stay')}</Button>
          <Button look="brand" pending={isPending} onClick={() => void deliver()}>
            {t('pickup:error.delivery')}
          </Button>
        </>
      }
    >
      <p>{message}</p>
    </SheetContent>
  )
}
