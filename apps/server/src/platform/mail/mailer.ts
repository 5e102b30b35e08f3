import { createTransport } from 'nodemailer'
import { measured, signal } from '../telemetry/index.ts'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import { renderHtml, type MailContent, mailIn, renderText } from './mail-content.ts'
import type { Outbox } from './outbox.ts'

/** The languages of the person with this email address; null if unknown. */
export type ReceiverLanguages = { chosen: LanguageCode | null; last: LanguageCode | null }

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with `?from=address` if the server requires one; null stores emails as files. */
  smtpUrl: string | null
  /** Whether to send emails to a mail server without encryption. */
  inTheClear: boolean
  publicUrl: URL
  outbox: Outbox
  /** Returns the language a person chose, and the language of the page where they last signed in. */
  findLanguages: (address: string) => Promise<ReceiverLanguages>
  log: { warn: (details: object, message: string) => void }
}

export type Mail = {
  /** Identifies the email's event; the same for every attempt, so that recipients can detect duplicates. */
  id: string
  /** An email address without a display name. */
  to: string
  content: MailContent
  /**
   * For recipients who haven't chosen a language. If absent, uses the language of their last page, otherwise English.
   */
  language?: LanguageCode
  /** For recurring emails: a URL that accepts a one-click POST from an email program (RFC 8058). */
  endUrl?: string
}

/** Sends emails; `send` throws if the email should be retried later. */
export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

const SECONDS = 1_000
const TIMEOUTS = {
  connectionTimeout: 10 * SECONDS,
  greetingTimeout: 10 * SECONDS,
  socketTimeout: 20 * SECONDS,
  dnsTimeout: 10 * SECONDS,
}

type SmtpError = Error & { code?: string; responseCode?: number }

// Whether the server permanently rejected the address or the message. Any other failure may be temporary.
function isFinal({ code, responseCode = 0 }: SmtpError) {
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function getSenderAddress(smtpUrl: string | null, publicUrl: URL): string {
  const own = smtpUrl ? new URL(smtpUrl).searchParams.get('from') : null
  return own ?? `no-reply@${publicUrl.hostname.includes(':') ? 'localhost' : publicUrl.hostname}`
}

function createMailTransport(smtpUrl: string | null, inTheClear: boolean) {
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const url = new URL(smtpUrl)
  url.searchParams.delete('from')
  // Uses STARTTLS; if that isn't available, sends nothing.
  return createTransport({ url: url.href, requireTLS: !inTheClear, ...TIMEOUTS })
}

// The mail server must include both in its DKIM signature; otherwise, email programs show no unsubscribe button.
function endHeaders(url: string) {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

const PLAIN = /^[\n\x20-\x7e]*$/

// The library would encode lines over 76 characters to break them, but links must be readable in the stored file. Plain
// ASCII allows lines of up to 998 characters.
function asItIs(text: string): string | { raw: string } {
  return PLAIN.test(text)
    ? {
        raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replaceAll('\n', '\r\n')}`,
      }
    : text
}

/** Creates a mailer that sends through the configured mail server, or stores emails as files if there is none. */
export function makeMailer({
  smtpUrl,
  inTheClear,
  publicUrl,
  outbox,
  findLanguages,
  log,
}: MailerOptions): Mailer {
  const transport = createMailTransport(smtpUrl, inTheClear)
  const from = { name: 'Nollie', address: getSenderAddress(smtpUrl, publicUrl) }
  const host = from.address.split('@')[1] ?? 'localhost'
  return {
    send: async ({ id, to, content, language, endUrl }) => {
      const { chosen, last } = await findLanguages(to)
      const texts = mailIn(chosen ?? language ?? last ?? LANGUAGE_CODES[0], content)
      const message = {
        from,
        to: { name: '', address: to },
        subject: texts.subject,
        text: asItIs(renderText(texts)),
        html: renderHtml(texts),
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
        log.warn({ mail: id }, `${plainly(failure)}; it will be retried`)
        // Omits the cause, because mail servers quote email addresses, which don't belong in the log or the job table.
        throw new Error(plainly(failure))
      }
      log.warn({ mail: id, response: failure.responseCode }, 'the mail server permanently refused an email')
    },
    close: () => transport.close(),
  }
}

function plainly({ code, responseCode, message }: SmtpError) {
  return `mail not sent: ${[code, responseCode].filter(Boolean).join(' ') || message}`
}
