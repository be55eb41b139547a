import { answerQuestion } from '#stores/modals.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from './modal-props.ts'

/** A question with yes and no; closing in any way means no. */
export const Confirm = ({ params, close }: ModalProps<'confirm'>) => {
  const t = useT('modals')
  const { question, variables, ticket } = params
  return (
    <SheetContent
      title={t(`modals:confirm.${question}.title`, variables)}
      footer={
        <>
          <Button onClick={close}>{t(`modals:confirm.${question}.no`)}</Button>
          <Button look="brand" onClick={() => answerQuestion(ticket)}>
            {t(`modals:confirm.${question}.yes`)}
          </Button>
        </>
      }
    >
      <p>{t(`modals:confirm.${question}.text`, variables)}</p>
    </SheetContent>
  )
}
