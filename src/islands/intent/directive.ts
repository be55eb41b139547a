interface Directive {
  (load: () => Promise<() => Promise<void>>, options: { value?: string }, element: HTMLElement): void
}
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const WAKING = ['pointerover', 'pointerdown', 'focusin']
const PRESSABLE = 'button, summary, [role=button]'

/**
 * `client:intent="name"`: hydrates when somebody comes near, focuses or touches the island, or when `intent:name` is sent to the document.
 * Until the island says `island:ready` (its effects have run), the first press is kept (Enter in a form presses its button) and typing is
 * remembered; then both happen again. However long that takes: React drops what happens to markup that still waits for its words.
 */
const intent: Directive = (load, { value }, element) => {
  const name = `intent:${value}`
  // What React draws later hears its own events; only what the server drew is deaf until then.
  const served = new Set<EventTarget>(element.querySelectorAll(`${PRESSABLE}, input, textarea, select`))
  let pressed: HTMLElement | null = null
  const typed = new Map<Field, string | boolean>()

  const press = (event: Event): void => {
    const target = (event.target as Element).closest<HTMLElement>(PRESSABLE)
    if (!target || !served.has(target)) return
    event.preventDefault()
    event.stopPropagation()
    pressed ??= target
  }
  const type = ({ target }: Event): void => {
    if (target && served.has(target)) typed.set(target as Field, stateOf(target as Field))
  }
  const heard = { click: press, input: type }
  const done = (): void => {
    for (const [event, hear] of Object.entries(heard)) element.removeEventListener(event, hear, true)
    element.removeEventListener('island:ready', done)
    for (const [field, state] of typed) if (field.isConnected) retype(field, state)
    const target = pressed
    // React takes what was typed in a microtask of its own.
    queueMicrotask(() => target?.isConnected && target.click())
    pressed = null
    typed.clear()
  }
  const wake = async (): Promise<void> => {
    document.removeEventListener(name, wake)
    for (const event of WAKING) element.removeEventListener(event, wake)
    const hydrate = await load()
    await hydrate()
  }

  for (const [event, hear] of Object.entries(heard)) element.addEventListener(event, hear, true)
  element.addEventListener('island:ready', done)
  document.addEventListener(name, wake)
  for (const event of WAKING) element.addEventListener(event, wake)
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const stateOf = (field: Field): string | boolean => (isBox(field) ? field.checked : field.value)

/** React compares a field with what it last saw, so the field changes and changes back before the event; the caret stays where it was. */
const retype = (field: Field, state: string | boolean): void => {
  if (isBox(field)) {
    field.checked = !state
    return field.click()
  }
  // Lists of choices have no caret, and fields of numbers and addresses do not tell theirs.
  const caret = 'selectionStart' in field && field.selectionStart !== null ? ([field.selectionStart, field.selectionEnd] as const) : null
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, state)
  if (caret && 'setSelectionRange' in field) field.setSelectionRange(...caret)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

export default intent
