import { LOCALES } from '#domain/locale.ts'
import { BANK_WORDS, type BankWord } from '../bank/words.ts'
import { walletWords } from '../wallet/words.ts'

const SHOWN = ['title', 'intro', 'approve', 'refuse', 'funds', 'leave', 'faults'] as const satisfies readonly BankWord[]

/** The script that stands in for ApplePaySession: a dialog where the person chooses what the bank answers. `path`: of the simulator. */
export const standInScript = (path: string): string => {
  const words = { ...BANK_WORDS, ...walletWords('Apple Pay') }
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, Object.fromEntries(SHOWN.map((word) => [word, words[word][locale]]))]))
  return `const TEXTS=${JSON.stringify(texts)},PATH=${JSON.stringify(path)};(${standIn.toString()})(TEXTS,PATH)`
}

/** Runs in the browser. */
/* v8 ignore next */
const standIn = (texts: Record<string, Record<string, string>>, path: string): void => {
  const words = texts[document.documentElement.lang] ?? texts.en ?? {}
  const ref = location.pathname.split('/').at(-1) ?? ''
  interface Sheet {
    onvalidatemerchant?: (event: { validationURL: string }) => void
    onpaymentauthorized?: (event: { payment: { token: object } }) => void
    oncancel?: () => void
  }
  const post = (address: string, body: object): Promise<Response> =>
    fetch(address, { method: 'POST', keepalive: true, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  class StandIn implements Sheet {
    static readonly STATUS_SUCCESS = 0
    static readonly STATUS_FAILURE = 1
    static canMakePayments = (): boolean => true
    declare onvalidatemerchant?: (event: { validationURL: string }) => void
    declare onpaymentauthorized?: (event: { payment: { token: object } }) => void
    declare oncancel?: () => void
    dialog = document.createElement('dialog')
    session = ''
    request: { total: { label: string; amount: string } }
    constructor(_version: number, request: { total: { label: string; amount: string } }) {
      this.request = request
    }
    begin(): void {
      this.onvalidatemerchant?.({ validationURL: `${path}/apple/paymentSession` })
    }
    completeMerchantValidation({ merchantSessionIdentifier }: { merchantSessionIdentifier: string }): void {
      this.session = merchantSessionIdentifier
      this.show()
    }
    completePayment(): void {
      this.dialog.remove()
    }
    abort(): void {
      this.dialog.remove()
    }
    show(): void {
      const add = (tag: string, text: string): HTMLElement => {
        const element = document.createElement(tag)
        element.textContent = text
        this.dialog.append(element)
        return element
      }
      add('h2', words.title ?? '').id = 'stand-in'
      this.dialog.setAttribute('aria-labelledby', 'stand-in')
      add('p', words.intro ?? '')
      add('p', `${this.request.total.label}: ${this.request.total.amount}`)
      for (const decision of ['approve', 'refuse', 'funds'])
        add('button', words[decision] ?? '').addEventListener('click', () => void this.authorize(decision))
      const leave = (): void => {
        this.dialog.remove()
        this.oncancel?.()
      }
      add('button', words.leave ?? '').addEventListener('click', leave)
      this.dialog.addEventListener('cancel', leave)
      const link = add('a', words.faults ?? '') as HTMLAnchorElement
      link.href = `${path}/faults?order=${ref}`
      document.body.append(this.dialog)
      this.dialog.showModal()
    }
    async authorize(decision: string): Promise<void> {
      for (const button of this.dialog.querySelectorAll('button')) button.disabled = true
      const token = {
        paymentData: { version: 'EC_v1', data: btoa(decision), signature: '', header: { transactionId: this.session } },
        paymentMethod: { displayName: 'Visa 1111', network: 'Visa', type: 'debit' },
        transactionIdentifier: this.session
      }
      const answer = await post(`${path}/way-back/${ref}`, {})
      const { fault } = (await answer.json()) as { fault: string | null }
      const own = `${location.pathname}/token`
      if (fault === 'twice') await post(own, token)
      if (fault === 'together') void post(own, token)
      if (fault !== 'early') return this.onpaymentauthorized?.({ payment: { token } })
      // The browser is gone before the shop's answer.
      await post(own, token)
      this.dialog.remove()
    }
  }
  Object.assign(globalThis, { ApplePaySession: StandIn })
}
