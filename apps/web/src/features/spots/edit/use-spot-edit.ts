import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import { fieldErrors, toast, useForm } from '../../../ui/index.ts'
import type { ToastText } from '../../../ui/toast.ts'
import type { SpotForm, SpotFormAction } from '../form/spot-form.ts'
import { updateSpotInCache } from '../spot-change-requests.ts'
import { editBody } from './spot-edit.ts'
import { checkEdit, explainEdit } from './spot-edit-errors.ts'
import { spotEdits, useEditedSpot } from './use-edited-spot.ts'

// Returns the saved spot. An edit that changes nothing isn't sent.
async function saveEdit(base: Spot, form: SpotForm): Promise<Spot> {
  const body = editBody(base, form)
  if (Object.keys(body).length === 0) return base
  return call('PATCH /api/spots/:spot_id', {
    params: { spot_id: base.id },
    headers: { 'if-match': `"${base.version}"` },
    body,
  })
}

/** Manages a spot's edit form, from loading to saving. Stores it on this device on every keystroke. */
export function useSpotEdit(spot_id: string, onSaved: () => void) {
  const client = useQueryClient()
  const [name] = useState(() => `${session.get().user?.user_id}.${spot_id}`)
  const { isSending } = spotEdits.useBox(name)
  const { dispatch, goStale, fetchSpot, ...edited } = useEditedSpot(spot_id, name)
  const { base, form, stale } = edited

  const explain = async (error: unknown): Promise<ToastText> => {
    if (!base || !(error instanceof ApiError) || error.code !== 'STALE') return explainEdit(error)
    try {
      await goStale(form, base, await fetchSpot())
      return { title: m.spots_edit_stale_title(), description: m.spots_edit_stale_toast() }
    } catch {
      return { title: m.spots_toast_error(), description: m.spots_edit_failed() }
    }
  }
  const { errors, busy, submit, typed } = useForm({
    isSending,
    check: () => checkEdit(base, form, stale),
    send: () =>
      spotEdits.submit(name, async () => {
        if (!base) return
        const spot = await saveEdit(base, form)
        spotEdits.clear(name)
        updateSpotInCache(client, spot)
        toast({ kind: 'success', title: m.spots_toast_success(), description: m.spots_edit_saved() })
        onSaved()
      }),
    explain,
    // The toast shows the server's reason. If the person is no longer in the crew, the field shows that, too.
    getFieldErrors: (error) => {
      const { crew_id } = fieldErrors(error)
      return crew_id ? { crew_id } : {}
    },
  })
  const change = (action: SpotFormAction) => {
    if (action.type === 'text' && action.field === 'name') typed()
    if (action.type === 'secrecy') typed('crew_id')
    dispatch(action)
  }
  return {
    ...edited,
    change,
    /** Discards the stored edit. */
    drop: () => spotEdits.clear(name),
    nameError: errors.name,
    crewError: errors.crew_id,
    busy,
    save: submit,
  }
}
