interface Directive {
  (load: () => Promise<() => Promise<void>>, options: { value?: string }, element: HTMLElement): void
}
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const WAKE_EVENTS = ['pointerover', 'pointerdown', 'focusin']
const PRESSABLE = 'button, summary, [role=button]'

/**
 * `client:intent="name"`: hydrates when somebody comes near, focuses or touches the island, or when `intent:name` is sent to the document.
 * Until the island says `island:ready` (its effects have run), the first press is kept (Enter in a form presses its button) and typing is
 * remembered; then both happen again. However long that takes: React drops what happens to markup that still waits for its words.
 */
const intent: Directive = (load, { value }, element) => {
  const name = `intent:${value}`
  // What React draws later hears its own events; only what the server drew is deaf until then.
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
    // React takes what was typed in a microtask of its own.
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
 * What brings a field back to what it holds now, when hydration has emptied it and moved its caret. React compares a field with what it last
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
  // Lists of choices have no caret, and fields of numbers and addresses do not tell theirs.
  const caret = 'selectionStart' in field && field.selectionStart !== null ? ([field.selectionStart, field.selectionEnd] as const) : null
  return () => {
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
    // React writes it once more, in a microtask of its own.
    queueMicrotask(() => caret && 'setSelectionRange' in field && field.setSelectionRange(...caret))
  }
}

export default intent
