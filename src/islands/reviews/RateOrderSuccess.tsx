import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'

/** Modal `rate-order-success`: the review is there. */
export const RateOrderSuccess = ({ close }: ModalProps<'rate-order-success'>) => {
  const t = useT('rating')
  return (
    <SheetContent
      title={t('rating:thanks.title')}
      footer={
        <Button look="brand" onClick={close}>
          {t('rating:thanks.ok')}
        </Button>
      }
    >
      <p>{t('rating:thanks.text')}</p>
    </SheetContent>
  )
}
