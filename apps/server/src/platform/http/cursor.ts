import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** Encodes a position in a list as a cursor, which is opaque to clients. */
export function writeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * Decodes a cursor from {@link writeCursor} and validates it against a schema.
 * @throws Refusal BAD_CURSOR if it was forged
 */
export function readCursor<T extends z.ZodType>(schema: T, cursor: string): z.output<T> {
  let position: unknown
  try {
    position = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw new Refusal('BAD_CURSOR')
  }
  const { data, success } = schema.safeParse(position)
  if (!success) throw new Refusal('BAD_CURSOR')
  return data
}
