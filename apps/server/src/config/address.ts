const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a string is the URL of a server that data can be sent to safely: over HTTPS, or on this machine. */
export function isTrustedAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, search, hash } = new URL(text)
  const isPrivate = protocol === 'http:' && LOOPBACK.has(hostname)
  return (protocol === 'https:' || isPrivate) && !username && !search && !hash
}
