import { html } from 'hono/html'
import type { Locale } from '#domain/locale.ts'
import type { Bank } from './bank.ts'
import { FAULTS } from './faults.ts'
import { textIn, type Face } from './face.ts'
import { bankFrame } from './page.ts'
import { CALL_WORDS, FAULT_WORDS } from './words.ts'

interface Shown {
  locale: Locale
  path: string
  /** The payment that the faults are for; null: all. */
  ref: string | null
  payPath: string | null
  face: Face
}

/** The panel that causes faults: of one payment, or of the next call of the shop. */
export const faultsPage = (armed: ReturnType<Bank['armed']>, { locale, path, ref, payPath, face }: Shown) => {
  const text = textIn(locale, face)
  const address = (other: Locale): string => `${path}?${ref ? `order=${ref}&` : ''}language=${other}`
  const waiting = armed.filter((each) => each.ref === ref)
  const armedList =
    waiting.length === 0
      ? ''
      : html`<h2>${text('armed')}</h2>
          <ul>
            ${waiting.map(({ fault, call }) => html`<li>${FAULT_WORDS[fault][locale]}${call ? ` (${CALL_WORDS[call][locale]})` : ''}</li>`)}
          </ul>`
  const back = payPath ? html`<p><a href="${payPath}?language=${locale}">${text('toPayment')}</a></p>` : ''
  const body = html`<p class="intro">${text('faultsIntro')}</p>
    <form method="post" action="${address(locale)}">
      <fieldset>
        <legend>${text('fault')}</legend>
        ${FAULTS.map((fault) => {
          const reason = face.notApplicable[fault]
          const label = FAULT_WORDS[fault][locale]
          return reason
            ? html`<p>${label}: ${text(reason)}</p>`
            : html`<label class="check"><input type="radio" name="fault" value="${fault}" required /> ${label}</label>`
        })}
      </fieldset>
      <label
        >${text('call')}
        <select name="call">
          <option value="">${text('anyCall')}</option>
          ${face.calls.map((call) => html`<option value="${call}">${CALL_WORDS[call][locale]}</option>`)}
        </select></label
      >
      <button type="submit" class="primary">${text('arm')}</button>
    </form>
    ${armedList}${back}`
  return bankFrame(locale, text('faults'), address, body)
}
