/** A text message to one number. */
export type Sms = {
  /** The event that the message is about. */
  id: string
  /** In E.164 form. */
  to: string
  text: string
}

/** `unknown`: it was submitted but no response came, so it may have been sent. */
export type SmsOutcome = 'sent' | 'refused' | 'unknown'

/**
 * Submits a message once. Throws {@link SmsNotSent} if it certainly was not sent, so that it can be retried. Messages
 * cost money, so an uncertain outcome is never retried.
 */
export type SmsSender = (sms: Sms) => Promise<SmsOutcome>

/** The message was certainly not sent. */
export class SmsNotSent extends Error {
  constructor(reason: string) {
    super(`text message not sent: ${reason}`)
    this.name = 'SmsNotSent'
  }
}

const SCHEMES = new Set(['http:', 'https:', 'twilio:', 'twilio+http:'])

/** Whether a URL is a valid sender: an HTTP webhook, or Twilio's API with a sender's number or service. */
export const isSmsAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  if (!SCHEMES.has(protocol) || !hostname) return false
  if (!protocol.startsWith('twilio')) return true
  return Boolean(username && password && (searchParams.get('from') ?? searchParams.get('service')))
}
