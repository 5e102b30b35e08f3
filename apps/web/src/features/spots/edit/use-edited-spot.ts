import type { Spot, SpotChange } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { makeFormDrafts } from '../../../lib/drafts/form-drafts.ts'
import { session } from '../../../lib/session.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { EMPTY_FORM, type SpotForm, type SpotFormAction, spotFormReducer } from '../form/spot-form.ts'
import { spotHistoryQuery } from '../spot-change-requests.ts'
import { spotQuery } from '../spot-requests.ts'
import {
  type Collision,
  findDifferences,
  readEdit,
  rebase,
  type SpotEdit,
  type Stale,
  toForm,
  withField,
} from './spot-edit.ts'
import { isMissing } from './spot-edit-errors.ts'

/** Unsaved edits to spots, by person and spot. */
export const spotEdits = makeFormDrafts<SpotEdit | null>({
  prefix: 'nollie.edit',
  blank: null,
  isBlank: (edit) => edit === null,
  readDraft: readEdit,
})

type Action = SpotFormAction | { type: 'put'; form: SpotForm }

function reduce(form: SpotForm, action: Action): SpotForm {
  return action.type === 'put' ? action.form : spotFormReducer(form, action)
}

type Loaded = { phase: 'loading' | 'failed' | 'missing' } | { phase: 'ready'; base: Spot }

function isTouched(base: Spot, form: SpotForm) {
  return findDifferences(toForm(base), form).length > 0
}

// Returns the name of the person who changed the spot since a version; null if only the viewer did, or it is unknown.
function findEditor(history: readonly SpotChange[], since: number): string | null {
  const me = session.get().user?.user_id
  const who = history.find(({ version, user_id }) => version >= since && user_id !== me)?.user
  return who ? getName(who) : null
}

// A spot's form, and what another person changed in the meantime.
function useRebasedForm(spot_id: string) {
  const client = useQueryClient()
  const [loaded, setLoaded] = useState<Loaded>({ phase: 'loading' })
  const [form, dispatch] = useReducer(reduce, EMPTY_FORM)
  const [stale, setStale] = useState<Stale | null>(null)

  const beginWith = (base: Spot, with_: SpotForm) => {
    dispatch({ type: 'put', form: with_ })
    setLoaded({ phase: 'ready', base })
  }
  const goStale = async (mine: SpotForm, was: Spot, now: Spot) => {
    const laid = rebase(mine, was, now)
    const history = await client.fetchQuery(spotHistoryQuery(spot_id)).catch(() => [])
    setStale({
      by: findEditor(history, was.version),
      collisions: laid.collisions,
      mine: laid.form,
      theirs: toForm(now),
      choices: {},
    })
    beginWith(now, laid.form)
  }
  const choose = (field: Collision['field'], choice: 'mine' | 'theirs') => {
    if (!stale) return
    setStale({ ...stale, choices: { ...stale.choices, [field]: choice } })
    dispatch({ type: 'put', form: withField(form, field, choice === 'mine' ? stale.mine : stale.theirs) })
  }
  const fetchSpot = () => client.fetchQuery({ ...spotQuery(spot_id), staleTime: 0, retry: 1 })
  return { loaded, setLoaded, form, dispatch, stale, setStale, beginWith, goStale, choose, fetchSpot }
}

/**
 * Loads a spot and the edit that this device stored, and stores the form on every keystroke. `name` identifies the
 * stored edit.
 */
export function useEditedSpot(spot_id: string, name: string) {
  const { loaded, setLoaded, beginWith, setStale, ...rebased } = useRebasedForm(spot_id)
  const { form, dispatch, goStale, fetchSpot } = rebased
  const [restored, setRestored] = useState(false)
  const base = loaded.phase === 'ready' ? loaded.base : null

  const load = useEffectEvent(async () => {
    setLoaded({ phase: 'loading' })
    try {
      const spot = await fetchSpot()
      const earlier = spotEdits.at(name).draft
      if (!earlier || !isTouched(earlier.base, earlier.form)) return beginWith(spot, toForm(spot))
      setRestored(true)
      if (earlier.base.version === spot.version) beginWith(spot, earlier.form)
      else await goStale(earlier.form, earlier.base, spot)
    } catch (error) {
      setLoaded({ phase: isMissing(error) ? 'missing' : 'failed' })
    }
  })
  // Runs once. If a newer version appears while a person is typing, they see it when they save.
  useEffect(() => {
    void load()
  }, [])
  useEffect(() => {
    if (base) spotEdits.write(name, isTouched(base, form) ? { base, form } : null)
  }, [name, base, form])

  return {
    ...rebased,
    phase: loaded.phase,
    base,
    restored,
    touched: base !== null && isTouched(base, form),
    startOver: () => {
      setStale(null)
      setRestored(false)
      if (base) dispatch({ type: 'put', form: toForm(base) })
    },
    again: () => void load(),
  }
}
