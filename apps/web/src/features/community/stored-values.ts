import { useState } from 'react'
import { type Attempt, readAttempt } from '../../lib/attempts.ts'
import { writeStored, readStored } from '../../lib/storage.ts'

/** What somebody typed and has not sent; `attempt` is the last try. */
export type Stored<T> = T & { attempt: Attempt | null }

/**
 * The values of a form, stored on this device under `name` until they are sent or emptied (`null`): they outlive the
 * page and a session that ended. `blank` names the fields, all of them texts; stored `null` reads as `blank`.
 */
export function useStoredValues<T extends Record<string, string>>(
  name: string,
  blank: T,
): [Stored<T>, (next: Stored<T> | null) => void] {
  const [values, setValues] = useState(() => readValues(readStored(name), blank))
  const write = (next: Stored<T> | null) => {
    const isBlank = next === null || Object.keys(blank).every((field) => next[field] === blank[field])
    writeStored(name, isBlank && !next?.attempt ? null : next)
    setValues(next ?? { ...blank, attempt: null })
  }
  return [values, write]
}

/** Reads stored values; anything that does not have the shape of `blank` is ignored. */
export function readValues<T extends Record<string, string>>(stored: unknown, blank: T): Stored<T> {
  const found = (stored ?? {}) as Record<string, unknown>
  const values: Record<string, string> = { ...blank }
  for (const field of Object.keys(blank)) {
    const text = found[field]
    if (typeof text === 'string') values[field] = text
  }
  return { ...(values as T), attempt: readAttempt(found.attempt) }
}
