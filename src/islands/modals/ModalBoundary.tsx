import { Component, type ReactNode } from 'react'
import { Button } from '#islands/ui/Button.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'

/** Shows the error inside the frame when a modal's script fails to load or rendering throws; the page stays usable. */
export class ModalBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }
  override render(): ReactNode {
    return this.state.failed ? <LoadFailure /> : this.props.children
  }
}

const LoadFailure = () => {
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
