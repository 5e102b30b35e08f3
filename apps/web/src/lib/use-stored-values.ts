import { useState } from 'react'
import { readStored, readStoredInTab, writeStored, writeStoredInTab } from './storage.ts'

type Options<T> = {
  /** The name they are stored under, which contains their owner. */
  name: string
  /** Reads the stored values, which may be invalid. */
  read: (stored: unknown) => T
  /**
   * Whether to store them in this tab only, so that the next person at a shared computer can't read a visitor's text.
   */
  inTab?: boolean
}

/**
 * The values of a form that is sent without an idempotency key. They are stored with every keystroke until they are
 * sent or dropped, because an ended session closes the screen and the person returns later.
 */
export function useStoredValues<T>({ name, read, inTab = false }: Options<T>) {
  // The name when the form was opened, because after the session ends it has no owner.
  const [storedAs] = useState(name)
  const [values, setValues] = useState(() => read(inTab ? readStoredInTab(storedAs) : readStored(storedAs)))
  const write = (value: unknown) => (inTab ? writeStoredInTab : writeStored)(storedAs, value)
  return {
    values,
    change: (next: T): void => {
      setValues(next)
      write(next === '' ? null : next)
    },
    /** Removes the stored values; the form still shows them while it closes. */
    forget: (): void => write(null),
  }
}

/** Reads a stored text. */
export const storedText = (stored: unknown): string => (typeof stored === 'string' ? stored : '')
