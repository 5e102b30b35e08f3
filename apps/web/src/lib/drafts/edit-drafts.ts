import { useState } from 'react'
import { makeFormDrafts } from './form-drafts.ts'

/** Form values, with the version of the record they belong to. */
export type Version<T> = { values: T; version: number }

/** Unsaved changes to a version; null if there are none. */
export type Edit<T> = Version<T> | null

/** Creates storage for drafts of edits to versioned records. Every field is a string. */
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
   * Returns an edit form's state. Typed values are stored with the version they are based on, so that saving can't
   * accidentally overwrite a newer version. `current` is read only when the form opens.
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
      /** Rebases the edit on a newer version, so that the next save overwrites that version. */
      rebase: (newer: number): void => write(name, { values, version: newer }),
      /** Replaces the typed values with a newer version's values. */
      take: (newer: Version<Values>): void => {
        setBase(newer)
        clear(name)
      },
      /** Deletes the stored values; the form still shows them while it closes. */
      end: (): void => {
        setBase({ values, version })
        clear(name)
      },
      submit: (work: () => Promise<void>): Promise<void> => submit(name, work),
    }
  }
}
