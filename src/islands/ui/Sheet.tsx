import { createContext, use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { ModalShape } from '#stores/modal-list.ts'
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

/** Within so long two taps are one intention. */
const DOUBLE_TAP_MS = 500

interface SheetProps {
  shape: ModalShape
  locksScroll: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * The one frame of everything that lies over the page: a `<dialog>`, so focus moves in, stays in and returns, and Escape closes the top one.
 * A press on the dim overlay and the browser's back close it too. What is inside names it with `SheetContent`.
 */
export const Sheet = ({ shape, locksScroll, onClose, children }: SheetProps) => {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    let pressedOutside = false
    // The second press of a double tap meant what the first one did.
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
    // The same sheet was painted without React. It goes when this one is open: all of a page is styled anew whenever it becomes inert or ceases to be.
    const painted = document.querySelector<PaintedSheet>('dialog[data-painted]')
    if (painted) element.dataset['instant'] = ''
    element.showModal()
    painted?.remove()
    // Closing before React takes the element away gives the focus back to where it was.
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
  /** Stays in sight below the body. */
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

/** The inside of a sheet while its script and words are on their way. */
export const SheetWaiting = () => (
  <div className="sheet-waiting">
    <Skeleton lines={5} />
  </div>
)

/** Into the field that asks for it (`data-autofocus`), else to the title; again with every step of a dialog. */
const moveFocus = (heading: HTMLElement | null): void => {
  const dialog = heading?.closest('dialog')
  const wanted = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? heading
  wanted?.focus()
}
