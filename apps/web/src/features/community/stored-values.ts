import { useState } from 'react'
import { type Attempt, readAttempt } from '../../lib/attempts.ts'
import { writeStored, readStored } from '../../lib/storage.ts'

/** What somebody typed and has not sent; `attempt` is the last try. */
export type Stored<T> = T & { attempt: Attempt | null }

/**
 * What is typed into a form, kept on this device under `name` until it is sent or emptied (`null`): it outlives the
 * page, and a session that ended. `blank` names the fields, all of them texts; `null` of what is kept is `blank`.
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

/** What was kept, read as far as it is what `blank` is. */
export function readValues<T extends Record<string, string>>(stored: unknown, blank: T): Stored<T> {
  const found = (stored ?? {}) as Record<string, unknown>
  const values: Record<string, string> = { ...blank }
  for (const field of Object.keys(blank)) {
    const text = found[field]
    if (typeof text === 'string') values[field] = text
  }
  return { ...(values as T), attempt: readAttempt(found.attempt) }
}
