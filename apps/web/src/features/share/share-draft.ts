import type { Draft } from '@nollie/contract'
import { makeFormDrafts } from '../../lib/form-drafts.ts'
import {
  EMPTY_FORM,
  isTouched,
  readForm,
  type SpotForm,
  type SpotFormAction,
  spotFormReducer,
} from '../spots/index.ts'

/** The typed values of spot forms, by name: the author's id, or a stored draft's form name. */
export const shares = makeFormDrafts<SpotForm>({
  prefix: 'nollie.share',
  blank: EMPTY_FORM,
  isBlank: (form) => !isTouched(form),
  readDraft: readForm,
})

/** Applies an action to the form of this name. */
export const changeShare = (name: string, action: SpotFormAction): void =>
  shares.write(name, spotFormReducer(shares.at(name).draft, action))

/** The name of the form that shares a stored draft; each draft has its own, besides the form for a new spot. */
export const formOfDraft = (person: string, draft_id: string): string => `${person}.draft.${draft_id}`

/** The name of the list of files of the form that shares a stored draft. */
export const slotOfDraft = (draft_id: string): string => `draft.${draft_id}`

/** Fills an untouched form with the values of a stored draft. */
export const fillShare = (name: string, { note, latitude, longitude }: Draft): void => {
  const form = shares.at(name).draft
  if (isTouched(form)) return
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  shares.write(name, { ...form, point, description: note ?? '' })
}

/**
 * Moves the values of a form whose draft was deleted to the form for a new spot, if that is empty, so that nothing is
 * lost.
 */
export const moveShare = (name: string, person: string): boolean => {
  if (isTouched(shares.at(person).draft)) return false
  shares.write(person, shares.at(name).draft, null)
  shares.clear(name)
  return true
}
