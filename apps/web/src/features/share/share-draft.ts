import { makeOutbox } from '../../lib/outbox.ts'
import {
  EMPTY_FORM,
  isTouched,
  readForm,
  type SpotForm,
  type SpotFormAction,
  spotFormReducer,
} from '../spots/index.ts'

/** Drafts of spots by author. */
export const shares = makeOutbox<SpotForm>({
  prefix: 'nollie.share',
  blank: EMPTY_FORM,
  isBlank: (form) => !isTouched(form),
  readDraft: readForm,
})

/** Applies an action to a person's draft. */
export const changeShare = (owner: string, action: SpotFormAction): void =>
  shares.write(owner, spotFormReducer(shares.at(owner).draft, action))
