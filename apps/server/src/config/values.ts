import { z } from 'zod'

/** Validates a URL with one of these schemes. */
export function address(schemes: string[], example: string) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be an address like ${example}`,
    )
    .optional()
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
