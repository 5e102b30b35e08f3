import { useState } from 'react'
import { readStored, readStoredInTab, writeStored, writeStoredInTab } from './storage.ts'

type Options<T> = {
  /** The storage key, which contains the owner. */
  name: string
  /** Parses the stored values, which may be invalid. */
  read: (stored: unknown) => T
  /**
   * Whether to store the values in this tab only, so that the next person on a shared computer can't read a visitor's
   * text.
   */
  inTab?: boolean
}

/**
 * Stores the values of a form that's sent without an idempotency key. They're saved on every keystroke until sent or
 * discarded, so they survive if the session ends, the screen closes, and the person comes back later.
 */
export function useStoredValues<T>({ name, read, inTab = false }: Options<T>) {
  // The storage key from when the form was opened, because the key has no owner after the session ends.
  const [storedAs] = useState(name)
  const [values, setValues] = useState(() => read(inTab ? readStoredInTab(storedAs) : readStored(storedAs)))
  const write = (value: unknown) => (inTab ? writeStoredInTab : writeStored)(storedAs, value)
  return {
    values,
    change: (next: T): void => {
      setValues(next)
      write(next === '' ? null : next)
    },
    /** Deletes the stored values; the form still shows them while it closes. */
    forget: (): void => write(null),
  }
}

/** Returns a stored string; empty if the value isn't a string. */
export function storedText(stored: unknown): string {
  return typeof stored === 'string' ? stored : ''
}
