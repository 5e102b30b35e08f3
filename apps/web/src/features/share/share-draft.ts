import { useEffect, useReducer } from 'react'
import {
  EMPTY_FORM,
  isTouched,
  readForm,
  type ShareAction,
  type ShareForm,
  shareReducer,
} from './share-form.ts'

/** One try to share: the same text always travels under the same key, so that it takes effect once. */
export type Attempt = {
  key: string
  /** The request's body as JSON. */
  text: string
  /** It was sent and no answer came back: it may have worked. */
  unanswered: boolean
}

type Draft = { form: ShareForm; attempt: Attempt | null }

const keyOf = (owner: string) => `nollie.share.${owner}`

const read = (owner: string): Draft => {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null') as Partial<Draft> | null
    const attempt = stored?.attempt
    return {
      form: readForm(stored?.form),
      attempt: typeof attempt?.key === 'string' && typeof attempt.text === 'string' ? attempt : null,
    }
  } catch {
    return { form: EMPTY_FORM, attempt: null }
  }
}

const write = (owner: string, draft: Draft): void => {
  try {
    if (!isTouched(draft.form) && !draft.attempt) localStorage.removeItem(keyOf(owner))
    else localStorage.setItem(keyOf(owner), JSON.stringify(draft))
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/** The attempt that this person's last submit made, if it is not settled. */
export const storedAttempt = (owner: string): Attempt | null => read(owner).attempt

/** Remembers an attempt, or that there is none to be settled. */
export const storeAttempt = (owner: string, attempt: Attempt | null): void =>
  write(owner, { ...read(owner), attempt })

/** Forgets everything that was kept of a form. */
export const clearDraft = (owner: string): void => write(owner, { form: EMPTY_FORM, attempt: null })

/** The attempt for a request's text: the stored one where it is the same, else a fresh one. */
export const attemptFor = (text: string, stored: Attempt | null): Attempt =>
  stored?.text === text ? stored : { key: crypto.randomUUID(), text, unanswered: false }

/** A person's form, kept on this device with every keystroke until it is shared. */
export function useShareDraft(owner: string): [ShareForm, (action: ShareAction) => void] {
  const [form, dispatch] = useReducer(shareReducer, owner, (who) => read(who).form)
  useEffect(() => {
    write(owner, { form, attempt: storedAttempt(owner) })
  }, [owner, form])
  return [form, dispatch]
}
