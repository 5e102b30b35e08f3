/** A text message to one number. */
export type Sms = {
  /** Identifies the event that the message is about. */
  id: string
  /** The recipient's number in E.164 format. */
  to: string
  text: string
}

/** The result of sending a message. `unknown`: no response arrived, so it may have been sent. */
export type SmsOutcome = 'sent' | 'refused' | 'unknown'

/**
 * Submits a message once. Throws {@link SmsNotSent} if it certainly wasn't sent, so that it can be retried. Messages
 * cost money, so one that may have been sent is never retried.
 */
export type SmsSender = (sms: Sms) => Promise<SmsOutcome>

/** Thrown if the message certainly wasn't sent. */
export class SmsNotSent extends Error {
  constructor(reason: string) {
    super(`text message not sent: ${reason}`)
    this.name = 'SmsNotSent'
  }
}

const SCHEMES = new Set(['http:', 'https:', 'twilio:', 'twilio+http:'])

/** Whether a URL is supported for sending: an HTTP webhook, or Twilio's API with a number or messaging service. */
export function isSmsAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  if (!SCHEMES.has(protocol) || !hostname) return false
  if (!protocol.startsWith('twilio')) return true
  return Boolean(username && password && (searchParams.get('from') ?? searchParams.get('service')))
}
