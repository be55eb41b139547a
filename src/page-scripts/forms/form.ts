import { ApiError } from '#client/call.ts'
import * as applications from '#contract/applications/calls.ts'
import type { Application } from '#contract/applications/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { environment } from '#stores/environment.ts'
import { isExactly, isShape, isText } from '#stores/shape.ts'

type Fields = Record<string, string | number>

/** What was written without a connection, for the form at an address. */
const KEY = 'root:form'
const isDraft = isShape({ version: isExactly(1), action: isText, fields: isText })

const saveDraft = (action: string, fields: Fields): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: 1, action, fields: JSON.stringify(fields) }))
  } catch {
    // Storage is disabled: what was written is in the form.
  }
}
const readDraft = (action: string): Fields | null => {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isDraft(draft) && draft.action === action ? (JSON.parse(draft.fields) as Fields) : null
  } catch {
    // Storage is disabled, or holds invalid JSON.
    return null
  }
}
const deleteDraft = (action: string): void => {
  if (readDraft(action)) localStorage.removeItem(KEY)
}

const actionOf = (form: HTMLFormElement): string => form.getAttribute('action') ?? ''
const ENDPOINTS: readonly Endpoint<{ body: object; reply: Application }>[] = [
  ...[applications.contact, applications.courier, applications.partner, applications.telecom]
]
const endpointOf = (action: string) => ENDPOINTS.find(({ path }) => `/api${path}` === action)

/** What people wrote, and for how long the page was in sight. */
const fieldsOf = (form: HTMLFormElement): Fields => {
  const { language: _, ...texts } = Object.fromEntries(new FormData(form)) as Record<string, string>
  return { ...texts, seconds: Math.round(performance.now() / 1_000) }
}

/** Sends the form and shows its number, or what is wrong, beside the field that is. */
const send = async (form: HTMLFormElement, fields: Fields): Promise<void> => {
  const endpoint = endpointOf(actionOf(form))
  const button = form.querySelector('button')
  if (!endpoint || form.ariaBusy === 'true') return
  clear(form)
  const label = button?.textContent ?? ''
  form.ariaBusy = 'true'
  if (button) button.textContent = form.dataset['sending'] ?? label
  try {
    const { number } = await environment().call(endpoint, { body: fields })
    deleteDraft(actionOf(form))
    thank(form, number)
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    refused(form, fields, cause)
  } finally {
    form.ariaBusy = null
    if (button) button.textContent = label
  }
}

const thank = (form: HTMLFormElement, number: string): void => {
  form.reset()
  const line = document.querySelector<HTMLElement>('[data-number]')
  if (line) {
    line.textContent = (line.dataset['number'] ?? '').replace('#', number)
    line.hidden = false
  }
  // Shows the thanks instead of the form, as without script.
  location.hash = 'sent'
  document.getElementById('sent')?.focus()
}

let sendLater = (): void => undefined

const refused = (form: HTMLFormElement, fields: Fields, { type, field, message }: ApiError): void => {
  if (type === 'NETWORK') {
    saveDraft(actionOf(form), fields)
    // Of several attempts the last one is sent.
    window.removeEventListener('online', sendLater)
    sendLater = () => void send(form, fields)
    addEventListener('online', sendLater, { once: true })
    return show('wrong', form.dataset['kept'] ?? '')
  }
  const input = field === undefined ? null : form.querySelector<HTMLElement>(`[name='${CSS.escape(field)}']`)
  if (input) {
    input.ariaInvalid = 'true'
    input.focus()
  }
  show(input ? `wrong-${field}` : 'wrong', message || (form.dataset['failed'] ?? ''))
}

const show = (id: string, words: string): void => {
  const place = document.getElementById(id)
  if (!place) return
  place.textContent = words
  place.dataset['shown'] = ''
}

const clear = (form: HTMLFormElement): void => {
  for (const place of form.querySelectorAll<HTMLElement>('[data-shown]')) delete place.dataset['shown']
  for (const input of form.querySelectorAll<HTMLElement>('[aria-invalid]')) input.ariaInvalid = null
}

const form = document.querySelector<HTMLFormElement>('[data-form]')
if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, fieldsOf(form))
  })
  form.dataset['ready'] = ''
  const draft = readDraft(actionOf(form))
  if (draft) void send(form, draft)
}
