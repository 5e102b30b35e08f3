import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** A place in a list as clients carry it around without understanding it. */
export const writeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/**
 * The place that {@link writeCursor} wrote, held to its schema: what a client changed is refused, not trusted.
 * @throws Refusal BAD_CURSOR
 */
export const readCursor = <T extends z.ZodType>(schema: T, cursor: string): z.output<T> => {
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
