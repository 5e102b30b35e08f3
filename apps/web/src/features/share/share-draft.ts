import { useEffect, useReducer } from 'react'
import { type Attempt, readAttempt } from '../../lib/attempts.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import {
  EMPTY_FORM,
  isTouched,
  readForm,
  type SpotFormAction,
  type SpotForm,
  spotFormReducer,
} from '../spots/index.ts'

type Draft = { form: SpotForm; attempt: Attempt | null }

const keyOf = (owner: string) => `nollie.share.${owner}`

const read = (owner: string): Draft => {
  const stored = readStored(keyOf(owner)) as Partial<Draft> | null
  return { form: readForm(stored?.form), attempt: readAttempt(stored?.attempt) }
}

const write = (owner: string, draft: Draft): void =>
  writeStored(keyOf(owner), isTouched(draft.form) || draft.attempt ? draft : null)

/** The attempt that this person's last submit made, if it is not settled. */
export const storedAttempt = (owner: string): Attempt | null => read(owner).attempt

/** Remembers an attempt, or that there is none to be settled. */
export const storeAttempt = (owner: string, attempt: Attempt | null): void =>
  write(owner, { ...read(owner), attempt })

/** Removes everything that was stored of a form. */
export const clearDraft = (owner: string): void => write(owner, { form: EMPTY_FORM, attempt: null })

/** A person's form, stored on this device with every keystroke until it is shared. */
export function useShareDraft(owner: string): [SpotForm, (action: SpotFormAction) => void] {
  const [form, dispatch] = useReducer(spotFormReducer, owner, (who) => read(who).form)
  useEffect(() => {
    write(owner, { form, attempt: storedAttempt(owner) })
  }, [owner, form])
  return [form, dispatch]
}
