import { useState } from 'react'
import { makeFormDrafts } from './form-drafts.ts'

/** The form values of something versioned. */
export type Version<T> = { values: T; version: number }

/** Changes to a version; null if nothing is changed. */
export type Edit<T> = Version<T> | null

/** Drafts of edits to something versioned. Every field is a text. */
export function makeEdits<F extends string>(prefix: string, fields: readonly F[]) {
  type Values = Record<F, string>
  const { useBox, write, clear, submit } = makeFormDrafts<Edit<Values>>({
    prefix,
    blank: null,
    isBlank: (draft) => draft === null,
    readDraft: (stored) => {
      const { values, version } = (stored ?? {}) as Partial<Record<string, unknown>>
      const found = (values ?? {}) as Record<string, unknown>
      return typeof version === 'number' && fields.every((field) => typeof found[field] === 'string')
        ? { values: found as Values, version }
        : null
    },
  })

  /**
   * The state of an edit form. Typed values are stored with the version they are based on, so that a newer version is
   * not overwritten by accident. `current` is read only when the form opens.
   */
  return function useEdit(name: string, current: Version<Values>) {
    const [base, setBase] = useState(current)
    const { draft, isSending } = useBox(name)
    const { values, version } = draft ?? base
    return {
      values,
      version,
      isSending,
      type: (change: Partial<Values>): void => write(name, { values: { ...values, ...change }, version }),
      /** Rebases the edit on a newer version, which the next save then overwrites. */
      rebase: (newer: number): void => write(name, { values, version: newer }),
      /** Replaces the typed values with the values of a newer version. */
      take: (newer: Version<Values>): void => {
        setBase(newer)
        clear(name)
      },
      /** Removes the stored values; the form still shows them while it closes. */
      end: (): void => {
        setBase({ values, version })
        clear(name)
      },
      submit: (work: () => Promise<void>): Promise<void> => submit(name, work),
    }
  }
}
