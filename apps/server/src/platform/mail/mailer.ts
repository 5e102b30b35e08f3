import { createTransport } from 'nodemailer'
import { measured, signal } from '../telemetry/index.ts'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import { htmlOf, type MailContent, mailIn, textOf } from './mail-content.ts'
import type { Outbox } from './outbox.ts'

/** The languages of whoever has an address; null for what is not known. */
export type ReceiverLanguages = { chosen: LanguageCode | null; last: LanguageCode | null }

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with `?from=address` where the server wants one of its own; null stores mails as files. */
  smtpUrl: string | null
  /** Whether mails may go to a mail server that offers no encryption. */
  inTheClear: boolean
  publicUrl: URL
  outbox: Outbox
  /** The language that whoever has an address chose, and that of the page where they signed in last. */
  languagesOf: (address: string) => Promise<ReceiverLanguages>
  log: { warn: (details: object, message: string) => void }
}

export type Mail = {
  /** The event the mail is about: the same at every try, so that receivers recognise a duplicate. */
  id: string
  /** A bare address. */
  to: string
  content: MailContent
  /** For receivers who chose no language; without, that of their last page, else English. */
  language?: LanguageCode
  /** Of a mail that comes regularly: takes the POST of one press in a mail program (RFC 8058). */
  endUrl?: string
}

/** Sends a mail, or throws if it should be retried later. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

const SECONDS = 1_000
const TIMEOUTS = {
  connectionTimeout: 10 * SECONDS,
  greetingTimeout: 10 * SECONDS,
  socketTimeout: 20 * SECONDS,
  dnsTimeout: 10 * SECONDS,
}

type SmtpError = Error & { code?: string; responseCode?: number }

// The server refused the address or the message for good. Any other failure may pass.
const isFinal = ({ code, responseCode = 0 }: SmtpError) =>
  responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')

const senderOf = (smtpUrl: string | null, publicUrl: URL): string => {
  const own = smtpUrl ? new URL(smtpUrl).searchParams.get('from') : null
  return own ?? `no-reply@${publicUrl.hostname.includes(':') ? 'localhost' : publicUrl.hostname}`
}

const transportOf = (smtpUrl: string | null, inTheClear: boolean) => {
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const url = new URL(smtpUrl)
  url.searchParams.delete('from')
  // With STARTTLS, or not at all.
  return createTransport({ url: url.href, requireTLS: !inTheClear, ...TIMEOUTS })
}

// Both belong to what the mail server signs (DKIM), or mail programs offer no press.
const endHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const PLAIN = /^[\n\x20-\x7e]*$/

// The library would break lines over 76 characters with an encoding; links must be readable in the stored file, too.
// Plain ASCII allows lines of 998.
const asItIs = (text: string): string | { raw: string } =>
  PLAIN.test(text)
    ? {
        raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replaceAll('\n', '\r\n')}`,
      }
    : text

/** Sends through the configured mail server, or stores mails as files when there is none. */
export const makeMailer = ({
  smtpUrl,
  inTheClear,
  publicUrl,
  outbox,
  languagesOf,
  log,
}: MailerOptions): Mailer => {
  const transport = transportOf(smtpUrl, inTheClear)
  const from = { name: 'Nollie', address: senderOf(smtpUrl, publicUrl) }
  const host = from.address.split('@')[1] ?? 'localhost'
  return {
    send: async ({ id, to, content, language, endUrl }) => {
      const { chosen, last } = await languagesOf(to)
      const texts = mailIn(chosen ?? language ?? last ?? LANGUAGE_CODES[0], content)
      const message = {
        from,
        to: { name: '', address: to },
        subject: texts.subject,
        text: asItIs(textOf(texts)),
        html: htmlOf(texts),
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(endUrl && endHeaders(endUrl)) },
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      const sending = () => transport.sendMail(message) as Promise<{ message?: unknown }>
      const failure = await measured('mail', smtpUrl ? 'smtp' : 'outbox', sending).then(
        async (sent) => {
          if (!smtpUrl) await outbox.put(id, sent.message as Buffer)
        },
        (error: SmtpError) => error,
      )
      if (!failure) return signal('mail', { outcome: smtpUrl ? 'sent' : 'stored' })
      signal('mail', { outcome: isFinal(failure) ? 'refused' : 'failed' })
      if (!isFinal(failure)) {
        log.warn({ mail: id }, `${plainly(failure)}; it will be tried again`)
        // Without the cause: mail servers quote addresses, which belong neither in the log nor in the job table.
        throw new Error(plainly(failure))
      }
      log.warn({ mail: id, response: failure.responseCode }, 'the mail server refused a mail for good')
    },
    close: () => transport.close(),
  }
}

const plainly = ({ code, responseCode, message }: SmtpError) =>
  `mail not sent: ${[code, responseCode].filter(Boolean).join(' ') || message}`
