import { DeliveryFailed, DeliveryRefused } from '../delivery.ts'
import { memberOf } from '../post.ts'
import type { MailSender } from './port.ts'

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password. */
  url: string
  from: string
  timeoutMs: number
}

const DOMAIN = /@([^\s<>@]+)>?$/

/** Sends mail by SMTP, with one connection per mail; STARTTLS whenever it is offered. */
export const createSmtpSender = ({ url, from, timeoutMs }: SmtpOptions): MailSender => {
  const domain = DOMAIN.exec(from)?.[1] ?? 'localhost'
  /** The library is loaded on first use. */
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true
    })
  }
  let transport: ReturnType<typeof open> | undefined
  return {
    simulated: false,
    send: async ({ key, to, subject, text, html, unsubscribe }) => {
      const messageId = `<${key}@${domain}>`
      try {
        await (
          await (transport ??= open())
        ).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe ? unsubscribeHeaders(unsubscribe) : {}) },
          signal: AbortSignal.timeout(timeoutMs)
        })
        return { ref: messageId }
      } catch (cause) {
        throw failureOf(cause)
      }
    }
  }
}

const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click'
})

/** A 5xx about the mail is final; one about login or greeting can be fixed, so it is retried. The server's text is left out: it may quote the mail. */
const failureOf = (cause: unknown): Error => {
  const code = String(memberOf(cause, 'code') ?? (cause instanceof Error ? cause.name : ''))
  const status = Number(memberOf(cause, 'responseCode') ?? 0)
  const command = String(memberOf(cause, 'command') ?? '').split(' ')[0] ?? ''
  const reason = ['SMTP', status || '', code, command].filter(Boolean).join(' ')
  const aboutMail = ['EENVELOPE', 'EMESSAGE'].includes(code) && status >= 500
  return aboutMail ? new DeliveryRefused(reason) : new DeliveryFailed(reason)
}
