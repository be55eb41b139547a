import type { ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from './modal-props.ts'

const Notice = ({ title, close, children }: { title: string; close: () => void; children: ReactNode }) => {
  const t = useT('modals')
  return (
    <SheetContent
      title={title}
      footer={
        <Button look="brand" onClick={close}>
          {t('modals:ok')}
        </Button>
      }
    >
      {children}
    </SheetContent>
  )
}

/** A description and an OK button (spec section 2). */
export const Warning = ({ params, close }: ModalProps<'warning'>) => (
  <Notice title={useT('modals')('modals:warning')} close={close}>
    <p>{params.description}</p>
  </Notice>
)

/** A description, an info text and an OK button (spec section 2). Without a description it shows the offline message. */
export const ErrorNotice = ({ params, close }: ModalProps<'error'>) => {
  const t = useT('modals')
  return (
    <Notice title={t('modals:error.title')} close={close}>
      <p>{params.description || t('modals:error.offline')}</p>
      <p className="muted">{params.info || t('modals:error.text')}</p>
    </Notice>
  )
}

export const Success = ({ params, close }: ModalProps<'success'>) => (
  <Notice title={useT('modals')('modals:success')} close={close}>
    <p>{params.description}</p>
  </Notice>
)
