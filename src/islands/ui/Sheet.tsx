import { createContext, use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { ModalShape } from '#stores/modal-list.ts'
import { words } from '#page-scripts/elements.ts'
import type { PaintedSheet } from '#page-scripts/products/static-sheet.ts'
import { Button } from './Button.tsx'
import { pushLayer } from './history-layers.ts'
import { Icon } from './Icon.tsx'
import { Live } from './Live.tsx'
import { useT } from './locale.ts'
import { lockScroll } from './scroll-lock.ts'
import { Skeleton } from './Spinner.tsx'
import './sheet.css'

const SheetContext = createContext<{ titleId: string; close: () => void }>({ titleId: '', close: () => undefined })

/** Two taps within this time count as a double tap. */
const DOUBLE_TAP_MS = 500

interface SheetProps {
  shape: ModalShape
  locksScroll: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * The frame of all overlays: a `<dialog>`, which traps and returns the focus; Escape closes the top one. A press on the overlay and the
 * browser's back close it too. Its content sets the title with `SheetContent`.
 */
export const Sheet = ({ shape, locksScroll, onClose, children }: SheetProps) => {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    let pressedOutside = false
    // The second press of a double tap must not close the sheet.
    const since = performance.now() + DOUBLE_TAP_MS
    element.addEventListener('pointerdown', ({ target, timeStamp }) => (pressedOutside = target === element && timeStamp > since))
    element.addEventListener('click', ({ target }) => {
      if (target === element && pressedOutside) close()
    })
    element.addEventListener('cancel', (event) => {
      if (event.target !== element) return
      event.preventDefault()
      close()
    })
    // The static sheet is removed after this one opened: toggling the page's inertness would recalculate all styles twice.
    const painted = document.querySelector<PaintedSheet>('dialog[data-painted]')
    if (painted) element.dataset['instant'] = ''
    element.showModal()
    painted?.remove()
    // Closing before React removes the element returns the focus.
    return () => {
      element.close()
      painted?.pressed?.focus()
    }
  }, [])
  useEffect(() => pushLayer(() => close()), [])
  useEffect(() => (locksScroll ? lockScroll() : undefined), [locksScroll])

  return (
    <dialog ref={dialog} className={`sheet sheet-${shape}`} aria-labelledby={titleId}>
      <SheetContext value={{ titleId, close: onClose }}>
        <div className="sheet-box">{children}</div>
        <Live />
      </SheetContext>
    </dialog>
  )
}

interface SheetContentProps {
  title: ReactNode
  /** Stays visible below the scrolling body. */
  footer?: ReactNode
  children: ReactNode
}

/** Title with a close button, a body that scrolls, a footer. */
export const SheetContent = ({ title, footer, children }: SheetContentProps) => {
  const t = useT('states')
  const { titleId, close } = use(SheetContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => moveFocus(heading.current), [])
  return (
    <>
      <header className="sheet-header">
        <h2 ref={heading} id={titleId} className="sheet-title" tabIndex={-1}>
          {title}
        </h2>
        <Button look="round" aria-label={t('states:close')} onClick={close}>
          <Icon name="cross" />
        </Button>
      </header>
      <div className="sheet-body">{children}</div>
      {footer && <footer className="sheet-footer">{footer}</footer>}
    </>
  )
}

/** Content of a sheet while its script and messages load; its title is a text of the page, as no messages are there yet. */
export const SheetWaiting = () => (
  <div className="sheet-waiting">
    <span id={use(SheetContext).titleId} className="hidden-visually">
      {words()['loading']}
    </span>
    <Skeleton lines={5} />
  </div>
)

/** Focuses the field with `data-autofocus`, else the title; on each step of a dialog. */
const moveFocus = (heading: HTMLElement | null): void => {
  const dialog = heading?.closest('dialog')
  const target = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? heading
  target?.focus()
}
