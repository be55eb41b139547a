import { useStore } from '@nanostores/react'
import { answerAge } from '#stores/age-gate/age.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'

/**
 * Asks for the age before a restricted product is shown or added (spec section 4): from a product's page, and when the basket refuses one.
 * Closing it saves nothing, so it asks again next time.
 */
export const AgeConfirmation = ({ params }: ModalProps<'age-confirmation'>) => {
  const t = useWords('confirmations', 'states')
  const saying = useStore(answerAge.$state)
  const pending = saying.state === 'pending'
  return (
    <SheetContent
      title={t('confirmations:age.title')}
      footer={
        <>
          <Button pending={pending} onClick={() => void answerAge.submit(false, params.ticket)}>
            {t('confirmations:age.no')}
          </Button>
          <Button look="brand" pending={pending} onClick={() => void answerAge.submit(true, params.ticket)}>
            {t('confirmations:age.yes')}
          </Button>
        </>
      }
    >
      <p>{t('confirmations:age.text')}</p>
      {saying.state === 'failed' && <p role="alert">{saying.failure.message || t('states:failedText')}</p>}
    </SheetContent>
  )
}
