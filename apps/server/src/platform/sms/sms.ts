/** A text message to one number. */
export type Sms = {
  /** The event that the message is about. */
  id: string
  /** As E.164 has it. */
  to: string
  text: string
}

/** `unknown`: it was handed over, and no answer came; it may have been sent. */
export type SmsOutcome = 'sent' | 'refused' | 'unknown'

/**
 * Hands a message over once. Throws {@link SmsNotSent} where it certainly was not sent, so that it may be tried again; a
 * message costs money, so whatever is not certain is not repeated.
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

/** Whether an address names a sender: an HTTP webhook, or the API of Twilio with who sends. */
export const isSmsAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  if (!SCHEMES.has(protocol) || !hostname) return false
  if (!protocol.startsWith('twilio')) return true
  return Boolean(username && password && (searchParams.get('from') ?? searchParams.get('service')))
}
