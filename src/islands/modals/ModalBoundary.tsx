import { Component, type ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'

/** A modal whose script did not come, or that fell over: said inside its frame, and the page stays whole. */
export class ModalBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override render(): ReactNode {
    return this.state.failed ? <FellOver /> : this.props.children
  }
}

const FellOver = () => {
  const t = useT('states', 'modals')
  return (
    <SheetContent
      title={t('states:failed')}
      footer={
        <Button look="brand" onClick={() => location.reload()}>
          {t('modals:reload')}
        </Button>
      }
    >
      <p>{t('states:failedText')}</p>
    </SheetContent>
  )
}
