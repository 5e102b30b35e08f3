import { z } from 'zod'

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a text is the address of a server to trust: with HTTPS, or on this machine. */
export const isTrustedAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, search, hash } = new URL(text)
  const isPrivate = protocol === 'http:' && LOOPBACK.has(hostname)
  return (protocol === 'https:' || isPrivate) && !username && !search && !hash
}

/** A variable with the address of a server. */
export const address = (schemes: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be an address like ${example}`,
    )
    .optional()
