import type { ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { useT } from '#islands/ui/locale.ts'

interface ConfirmButtonsProps {
  /** What the button that agrees says. */
  children: ReactNode
  isPending: boolean
  onConfirm: () => void
  onBack: () => void
}

/** Agrees to a service, or goes back to change something. */
export const ConfirmButtons = ({ children, isPending, onConfirm, onBack }: ConfirmButtonsProps) => (
  <>
    <Button look="brand" wide pending={isPending} onClick={onConfirm}>
      {children}
    </Button>
    <Button wide onClick={onBack}>
      {useT('bookings')('bookings:confirm.back')}
    </Button>
  </>
)
