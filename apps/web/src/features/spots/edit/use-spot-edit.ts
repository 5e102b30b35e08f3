import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { makeFormDrafts } from '../../../lib/drafts/form-drafts.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { session } from '../../../lib/session.ts'
import { whyNot } from '../../../ui/error-text.ts'
import { type FieldErrors, fieldErrors, toast, useForm } from '../../../ui/index.ts'
import type { ToastText } from '../../../ui/toast.ts'
import { spotHistoryQuery, updateSpotInCache } from '../spot-change-requests.ts'
import {
  type Collision,
  findDifferences,
  editBody,
  toForm,
  readEdit,
  rebase,
  type SpotEdit,
  withField,
} from './spot-edit.ts'
import {
  EMPTY_FORM,
  lacksCrew,
  type SpotForm,
  type SpotFormAction,
  spotFormReducer,
} from '../form/spot-form.ts'
import { spotQuery } from '../spot-requests.ts'

/** What another person changed in the meantime, and the viewer's choice for each field that both people changed. */
export type Stale = {
  by: string | null
  collisions: Collision[]
  /** The viewer's form before any choices, and the newer version. */
  mine: SpotForm
  theirs: SpotForm
  choices: Partial<Record<Collision['field'], 'mine' | 'theirs'>>
}

/** Unsaved edits to spots, by person and spot. */
const spotEdits = makeFormDrafts<SpotEdit | null>({
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

function isMissing(error: unknown) {
  return error instanceof ApiError && error.code === 'SPOT_NOT_FOUND'
}

function showError(title: string, description: string) {
  return toast({ kind: 'error', title, description })
}

function explainEdit(error: unknown): ToastText {
  if (isMissing(error)) return { title: m.spots_toast_error(), description: m.spots_edit_deleted() }
  if (error instanceof ApiError && error.status === 401)
    return { title: m.spots_toast_auth_title(), description: m.spots_edit_auth() }
  const isInvalid = error instanceof ApiError && Object.keys(error.fields).length > 0
  return {
    title: isInvalid ? m.spots_edit_invalid_title() : m.spots_toast_error(),
    description: whyNot(error, m.spots_edit_failed()),
  }
}

/** Manages a spot's edit form, from loading to saving. Stores it on this device on every keystroke. */
export function useSpotEdit(spot_id: string, onSaved: () => void) {
  const client = useQueryClient()
  const [name] = useState(() => `${session.get().user?.user_id}.${spot_id}`)
  const { isSending } = spotEdits.useBox(name)
  const [loaded, setLoaded] = useState<Loaded>({ phase: 'loading' })
  const [form, dispatch] = useReducer(reduce, EMPTY_FORM)
  const [stale, setStale] = useState<Stale | null>(null)
  const [restored, setRestored] = useState(false)
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
      by: who ? getName(who) : null,
      collisions: laid.collisions,
      mine: laid.form,
      theirs: toForm(now),
      choices: {},
    })
    beginWith(now, laid.form)
  }
  const fetchSpot = () => client.fetchQuery({ ...spotQuery(spot_id), staleTime: 0, retry: 1 })

  const load = useEffectEvent(async () => {
    setLoaded({ phase: 'loading' })
    try {
      const spot = await fetchSpot()
      const earlier = spotEdits.at(name).draft
      const touched = earlier && findDifferences(toForm(earlier.base), earlier.form).length > 0
      if (!touched) return beginWith(spot, toForm(spot))
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
    if (!base) return
    spotEdits.write(name, findDifferences(toForm(base), form).length > 0 ? { base, form } : null)
  }, [name, base, form])

  const explain = async (error: unknown): Promise<ToastText> => {
    if (base && error instanceof ApiError && error.code === 'STALE') {
      try {
        await goStale(form, base, await fetchSpot())
        return { title: m.spots_edit_stale_title(), description: m.spots_edit_stale_toast() }
      } catch {
        return { title: m.spots_toast_error(), description: m.spots_edit_failed() }
      }
    }
    return explainEdit(error)
  }

  const check = (): FieldErrors | null => {
    if (!base) showError(m.spots_edit_wait_title(), m.spots_edit_wait_text())
    else if (form.name.trim() === '') {
      showError(m.spots_edit_invalid_title(), m.spots_edit_name_missing())
      return { name: m.spots_edit_name_missing() }
    } else if (!form.point || (form.point.latitude === 0 && form.point.longitude === 0))
      showError(m.spots_edit_invalid_title(), m.spots_edit_location_missing())
    else if (lacksCrew(form)) {
      showError(m.spots_edit_invalid_title(), m.share_need_crew())
      return { crew_id: m.share_need_crew() }
    } else if (stale?.collisions.some(({ field, mine }) => mine !== undefined && !stale.choices[field]))
      showError(m.spots_edit_stale_title(), m.spots_edit_choose())
    else return null
    return {}
  }

  const send = async (made_on: Spot) => {
    const body = editBody(made_on, form)
    const spot =
      Object.keys(body).length === 0
        ? made_on
        : await call('PATCH /api/spots/:spot_id', {
            params: { spot_id },
            headers: { 'if-match': `"${made_on.version}"` },
            body,
          })
    spotEdits.clear(name)
    updateSpotInCache(client, spot)
    toast({ kind: 'success', title: m.spots_toast_success(), description: m.spots_edit_saved() })
    onSaved()
  }
  const { errors, busy, submit, typed } = useForm({
    isSending,
    check,
    send: () =>
      spotEdits.submit(name, async () => {
        if (base) await send(base)
      }),
    explain,
    // The toast shows the server's reason. If the person is no longer in the crew, the field shows that, too.
    getFieldErrors: (error) => {
      const { crew_id } = fieldErrors(error)
      return crew_id ? { crew_id } : {}
    },
  })
  const choose = (field: Collision['field'], choice: 'mine' | 'theirs') => {
    if (!stale) return
    setStale({ ...stale, choices: { ...stale.choices, [field]: choice } })
    dispatch({ type: 'put', form: withField(form, field, choice === 'mine' ? stale.mine : stale.theirs) })
  }
  const change = (action: SpotFormAction) => {
    if (action.type === 'text' && action.field === 'name') typed()
    if (action.type === 'secrecy') typed('crew_id')
    dispatch(action)
  }
  const startOver = () => {
    setStale(null)
    setRestored(false)
    if (base) dispatch({ type: 'put', form: toForm(base) })
  }
  /** Discards the stored edit. */
  const drop = () => spotEdits.clear(name)
  const touched = base !== null && findDifferences(toForm(base), form).length > 0
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
    nameError: errors.name,
    crewError: errors.crew_id,
    busy,
    save: submit,
    again,
  }
}
