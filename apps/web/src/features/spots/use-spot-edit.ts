import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { nameOf } from '../../lib/names.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import { spotHistoryQuery, takeSpot } from './spot-changes.ts'
import { type Collision, differences, editBody, formOf, readEdit, rebase, withField } from './spot-edit.ts'
import { EMPTY_FORM, type SpotForm, type SpotFormAction, spotFormReducer } from './spot-form.ts'
import { spotQuery } from './spot-requests.ts'

/** What somebody else changed while this edit was made, and what this person chose for each field both changed. */
export type Stale = {
  by: string | null
  collisions: Collision[]
  /** The form before anything was chosen, and the newer version. */
  mine: SpotForm
  theirs: SpotForm
  choices: Partial<Record<Collision['field'], 'mine' | 'theirs'>>
}

type Action = SpotFormAction | { type: 'put'; form: SpotForm }
const reduce = (form: SpotForm, action: Action): SpotForm =>
  action.type === 'put' ? action.form : spotFormReducer(form, action)

type Loaded = { phase: 'loading' | 'failed' | 'missing' } | { phase: 'ready'; base: Spot }

const isMissing = (error: unknown) => error instanceof ApiError && error.code === 'SPOT_NOT_FOUND'
const showError = (title: string, description: string) => toast({ kind: 'error', title, description })

/** An edit of a spot from loading to saving; stored on this device with every keystroke. */
export function useSpotEdit(spot_id: string, onSaved: () => void) {
  const client = useQueryClient()
  const [name] = useState(() => `nollie.edit.${session.get().user?.user_id}.${spot_id}`)
  const [loaded, setLoaded] = useState<Loaded>({ phase: 'loading' })
  const [form, dispatch] = useReducer(reduce, EMPTY_FORM)
  const [stale, setStale] = useState<Stale | null>(null)
  const [restored, setRestored] = useState(false)
  const [nameMissing, setNameMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const base = loaded.phase === 'ready' ? loaded.base : null

  const beginWith = (spot: Spot, with_: SpotForm) => {
    dispatch({ type: 'put', form: with_ })
    setLoaded({ phase: 'ready', base: spot })
  }
  const goStale = async (mine: SpotForm, was: Spot, now: Spot) => {
    const laid = rebase(mine, was, now)
    const history = await client.fetchQuery(spotHistoryQuery(spot_id)).catch(() => [])
    const me = session.get().user?.user_id
    const who = history.find(({ version, user_id }) => version >= was.version && user_id !== me)?.user
    setStale({
      by: who ? nameOf(who) : null,
      collisions: laid.collisions,
      mine: laid.form,
      theirs: formOf(now),
      choices: {},
    })
    beginWith(now, laid.form)
  }
  const fetchSpot = () => client.fetchQuery({ ...spotQuery(spot_id), staleTime: 0, retry: 1 })

  const load = useEffectEvent(async () => {
    setLoaded({ phase: 'loading' })
    try {
      const spot = await fetchSpot()
      const earlier = readEdit(readStored(name))
      const touched = earlier && differences(formOf(earlier.base), earlier.form).length > 0
      if (!touched) return beginWith(spot, formOf(spot))
      setRestored(true)
      if (earlier.base.version === spot.version) beginWith(spot, earlier.form)
      else await goStale(earlier.form, earlier.base, spot)
    } catch (error) {
      setLoaded({ phase: isMissing(error) ? 'missing' : 'failed' })
    }
  })
  // Once: a newer version that appears while a person types is shown when they save.
  useEffect(() => {
    void load()
  }, [])
  useEffect(() => {
    if (!base) return
    writeStored(name, differences(formOf(base), form).length > 0 ? { base, form } : null)
  }, [name, base, form])

  const refused = async (error: unknown, made_on: Spot) => {
    if (error instanceof ApiError && error.code === 'STALE') {
      try {
        await goStale(form, made_on, await fetchSpot())
        return showError(m.spot_edit_stale_title(), m.spot_edit_stale_toast())
      } catch {
        return showError(m.spot_toast_error(), m.spot_edit_failed())
      }
    }
    if (isMissing(error)) return showError(m.spot_toast_error(), m.spot_edit_vanished())
    if (error instanceof ApiError && error.status === 401)
      return showError(m.spot_toast_auth_title(), m.spot_edit_auth())
    const isInvalid = error instanceof ApiError && Object.keys(error.fields).length > 0
    showError(
      isInvalid ? m.spot_edit_invalid_title() : m.spot_toast_error(),
      whyNot(error, m.spot_edit_failed()),
    )
  }

  const save = async (): Promise<void> => {
    if (running.current) return
    if (!base) return showError(m.spot_edit_wait_title(), m.spot_edit_wait_text())
    if (form.name.trim() === '') {
      setNameMissing(true)
      return showError(m.spot_edit_invalid_title(), m.spot_edit_name_missing())
    }
    if (!form.point || (form.point.latitude === 0 && form.point.longitude === 0))
      return showError(m.spot_edit_invalid_title(), m.spot_edit_location_missing())
    if (stale?.collisions.some(({ field, mine }) => mine !== undefined && !stale.choices[field]))
      return showError(m.spot_edit_stale_title(), m.spot_edit_choose())
    running.current = true
    setBusy(true)
    try {
      const body = editBody(base, form)
      const spot =
        Object.keys(body).length === 0
          ? base
          : await call('PATCH /api/spots/:spot_id', {
              params: { spot_id },
              headers: { 'if-match': `"${base.version}"` },
              body,
            })
      writeStored(name, null)
      takeSpot(client, spot)
      toast({ kind: 'success', title: m.spot_toast_success(), description: m.spot_edit_saved() })
      onSaved()
    } catch (error) {
      await refused(error, base)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const choose = (field: Collision['field'], choice: 'mine' | 'theirs') => {
    if (!stale) return
    setStale({ ...stale, choices: { ...stale.choices, [field]: choice } })
    dispatch({ type: 'put', form: withField(form, field, choice === 'mine' ? stale.mine : stale.theirs) })
  }
  const change = (action: SpotFormAction) => {
    if (action.type === 'text' && action.field === 'name') setNameMissing(false)
    dispatch(action)
  }
  const startOver = () => {
    setStale(null)
    setRestored(false)
    if (base) dispatch({ type: 'put', form: formOf(base) })
  }
  /** Removes the stored edit; the person gave it up. */
  const drop = () => writeStored(name, null)
  const touched = base !== null && differences(formOf(base), form).length > 0
  const again = () => void load()
  return {
    phase: loaded.phase,
    base,
    form,
    change,
    stale,
    choose,
    restored,
    startOver,
    touched,
    drop,
    nameMissing,
    busy,
    save,
    again,
  }
}
