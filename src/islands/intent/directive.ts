interface Directive {
  (load: () => Promise<() => Promise<void>>, options: { value?: string }, element: HTMLElement): void
}
type Field = HTMLInputElement | HTMLTextAreaElement

const WAKING = ['pointerover', 'pointerdown', 'focusin']
/**
 * `client:intent="name"`: hydrates when somebody comes near, focuses or touches the island, or when `intent:name` is sent to the document.
 * Until the island says `island:ready` (its effects have run), presses are kept and typing is remembered; then both happen again.
 * However long that takes: React drops what happens to markup that still waits for its words.
 */
const intent: Directive = (load, { value }, element) => {
  const name = `intent:${value}`
  // What React draws later hears its own events; only what the server drew is deaf until then.
  const served = new Set<EventTarget>(element.querySelectorAll('button, summary, [role=button], input, textarea, select'))
  let pressed: HTMLElement | null = null
  const typed = new Set<Field>()

  const press = (event: Event): void => {
    const target = (event.target as Element).closest<HTMLElement>('button, summary, [role=button]')
    if (!target || !served.has(target)) return
    event.preventDefault()
    event.stopPropagation()
    pressed ??= target
  }
  const type = ({ target }: Event): void => void (target && served.has(target) && typed.add(target as Field))
  const done = (): void => {
    element.removeEventListener('click', press, true)
    element.removeEventListener('input', type, true)
    element.removeEventListener('island:ready', done)
    for (const field of typed) retype(field)
    if (pressed?.isConnected) pressed.click()
    pressed = null
    typed.clear()
  }
  const wake = async (): Promise<void> => {
    document.removeEventListener(name, wake)
    for (const event of WAKING) element.removeEventListener(event, wake)
    const hydrate = await load()
    await hydrate()
  }

  element.addEventListener('click', press, true)
  element.addEventListener('input', type, true)
  element.addEventListener('island:ready', done)
  document.addEventListener(name, wake)
  for (const event of WAKING) element.addEventListener(event, wake)
}

/** React compares a field with what it last saw, so the field changes and changes back before the event. */
const retype = (field: Field): void => {
  if (!field.isConnected) return
  if (field.type === 'checkbox' || field.type === 'radio') {
    const box = field as HTMLInputElement
    box.checked = !box.checked
    return box.click()
  }
  const text = field.value
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export default intent
