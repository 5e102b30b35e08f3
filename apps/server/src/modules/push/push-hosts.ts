/** The push services for Chromium, Firefox, Safari, and Edge. */
const KNOWN = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

function fits(host: string, known: string): boolean {
  return known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known
}

/**
 * Whether messages may be sent to this URL, which comes from an untrusted client. Allows only the known push services
 * over HTTPS, and origins that the operator added.
 */
export function isPushService(address: string, others: readonly string[]): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || url.username || url.password) return false
  if (others.includes(url.origin)) return true
  return url.protocol === 'https:' && url.port === '' && KNOWN.some((known) => fits(url.hostname, known))
}
