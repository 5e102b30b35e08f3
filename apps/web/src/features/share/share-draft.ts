import type { Draft } from '@nollie/contract'
import { makeFormDrafts } from '../../lib/drafts/form-drafts.ts'
import {
  EMPTY_FORM,
  isTouched,
  readForm,
  type SpotForm,
  type SpotFormAction,
  spotFormReducer,
} from '../spots/index.ts'

/** Unsent values in spot forms. A form's name is the author's ID, or is based on the draft that the form shares. */
export const shares = makeFormDrafts<SpotForm>({
  prefix: 'nollie.share',
  blank: EMPTY_FORM,
  isBlank: (form) => !isTouched(form),
  readDraft: readForm,
})

/** Applies an action to the form with this name. */
export function changeShare(name: string, action: SpotFormAction): void {
  return shares.write(name, spotFormReducer(shares.at(name).draft, action))
}

/**
 * Returns the name of the form for sharing a draft. Each draft has its own form, in addition to the form for a new
 * spot.
 */
export function buildDraftFormName(person: string, draft_id: string): string {
  return `${person}.draft.${draft_id}`
}

/** Returns the name of the upload list in the form for sharing a draft. */
export function buildDraftSlot(draft_id: string): string {
  return `draft.${draft_id}`
}

/** Fills an untouched form with a draft's values. */
export function fillShare(name: string, { note, latitude, longitude }: Draft): void {
  const form = shares.at(name).draft
  if (isTouched(form)) return
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  shares.write(name, { ...form, point, description: note ?? '' })
}

/**
 * If a form's draft was deleted, moves its values to the form for a new spot, so that nothing is lost. Returns false if
 * that form isn't empty.
 */
export function moveShare(name: string, person: string): boolean {
  if (isTouched(shares.at(person).draft)) return false
  shares.write(person, shares.at(name).draft, null)
  shares.clear(name)
  return true
}
