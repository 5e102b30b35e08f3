import { z } from 'zod'

/** Validates a URL with one of these schemes. */
export function address(schemes: string[], example: string) {
  return z
    .string()
    .refine(
      // The parser leaves out line breaks and tabs, which would change a password.
      (text) =>
        URL.canParse(text) && !/[\t\r\n]/.test(text.trim()) && schemes.includes(new URL(text).protocol),
      `must be an address like ${example}`,
    )
    .optional()
}

/** Validates a URL of a whole site, like `address`. It must not have a path, and a login in it would be shown to everyone. */
export function siteAddress(example: string) {
  return address(['http:', 'https:'], example).refine((text) => {
    if (!text || !URL.canParse(text)) return true
    const { pathname, search, hash, username, password } = new URL(text)
    return pathname === '/' && `${search}${hash}${username}${password}` === ''
  }, 'must have only a scheme, a host, and a port, without a path, parameters, or a login')
}

/** `on` or `off`; defaults to off. */
export const Switch = z
  .enum(['on', 'off'], 'must be on or off')
  .transform((text) => text === 'on')
  .default(false)

const NO_PORT = 'must be a port number from 1 to 65535'
/** A port number. */
export const Port = z
  .string()
  .regex(/^\d{1,5}$/, NO_PORT)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65535, NO_PORT)
