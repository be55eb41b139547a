interface Directive {
  (load: () => Promise<() => Promise<void>>, options: { value?: string }, element: HTMLElement): void
}
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const WAKE_EVENTS = ['pointerover', 'pointerdown', 'focusin']
const PRESSABLE = 'button, summary, [role=button]'

/**
 * `client:intent="name"`: hydrates on hover, press or focus of the island, or when `intent:name` is dispatched on the document. Until the
 * island dispatches `island:ready` (its effects have run), the first press (also Enter in a form) and all typing are recorded, then replayed,
 * because React drops events on markup that is still suspended.
 */
const intent: Directive = (load, { value }, element) => {
  const name = `intent:${value}`
  // Only server-rendered elements need the replay; those React renders later have their handlers.
  const serverRendered = new Set<EventTarget>(element.querySelectorAll(`${PRESSABLE}, input, textarea, select`))
  let pressed: HTMLElement | null = null
  const typed = new Map<Field, () => void>()

  const press = (event: Event): void => {
    const target = (event.target as Element).closest<HTMLElement>(PRESSABLE)
    if (!target || !serverRendered.has(target)) return
    event.preventDefault()
    event.stopPropagation()
    pressed ??= target
  }
  const type = ({ target }: Event): void => {
    if (target && serverRendered.has(target)) typed.set(target as Field, createRestore(target as Field))
  }
  const listeners = { click: press, input: type }
  const done = (): void => {
    for (const [event, listener] of Object.entries(listeners)) element.removeEventListener(event, listener, true)
    element.removeEventListener('island:ready', done)
    for (const [field, restore] of typed) if (field.isConnected) restore()
    const target = pressed
    // React processes the typed values in its own microtask first.
    queueMicrotask(() => target?.isConnected && target.click())
    pressed = null
    typed.clear()
  }
  const hydrateOnce = async (): Promise<void> => {
    document.removeEventListener(name, hydrateOnce)
    for (const event of WAKE_EVENTS) element.removeEventListener(event, hydrateOnce)
    const hydrate = await load()
    await hydrate()
  }

  for (const [event, listener] of Object.entries(listeners)) element.addEventListener(event, listener, true)
  element.addEventListener('island:ready', done)
  document.addEventListener(name, hydrateOnce)
  for (const event of WAKE_EVENTS) element.addEventListener(event, hydrateOnce)
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

/**
 * Returns the function that restores a field's current value and caret after hydration has reset them. React compares with the last value it
 * saw, so the field changes and changes back before the event.
 */
const createRestore = (field: Field): (() => void) => {
  if (isBox(field)) {
    const { checked } = field
    return () => {
      field.checked = !checked
      field.click()
    }
  }
  const { value } = field
  // Selects have no caret, and number and e-mail fields do not expose theirs.
  const caret = 'selectionStart' in field && field.selectionStart !== null ? ([field.selectionStart, field.selectionEnd] as const) : null
  return () => {
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
    // React writes the value again in its own microtask.
    queueMicrotask(() => caret && 'setSelectionRange' in field && field.setSelectionRange(...caret))
  }
}

export default intent
