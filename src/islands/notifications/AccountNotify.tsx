import type { ModalProps } from '#islands/modals/modal-props.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useWords } from '#islands/ui/use-words.ts'
import { NotificationSettings } from './NotificationSettings.tsx'

/** Modal `account-notify`: notification settings without leaving the page. */
export const AccountNotify = ({ close }: ModalProps<'account-notify'>) => {
  const t = useWords('account', 'states')
  return (
    <SheetContent
      title={t('account:notifications.settings')}
      footer={
        <Button look="brand" onClick={close}>
          {t('account:notifications.done')}
        </Button>
      }
    >
      <NotificationSettings />
    </SheetContent>
  )
}
