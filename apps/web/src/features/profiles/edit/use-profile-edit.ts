import type { Profile } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { makeEdits } from '../../../lib/drafts/edit-drafts.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { personChanged, session } from '../../../lib/session.ts'
import { whyNot } from '../../../ui/error-text.ts'
import { type FieldErrors, fieldErrors, toast, useForm } from '../../../ui/index.ts'
import type { ToastText } from '../../../ui/toast.ts'
import { profileQuery } from '../../people/index.ts'

const FIELDS = ['full_name', 'username', 'bio', 'instagram_url'] as const
/** The edit form's fields. */
export type ProfileField = (typeof FIELDS)[number]
// The profile picture isn't part of the draft, because it is saved immediately.
const useEdit = makeEdits('nollie.edit-profile', FIELDS)

function toVersion({ full_name, username, bio, instagram_url, version }: Profile) {
  return {
    values: { full_name: full_name ?? '', username, bio: bio ?? '', instagram_url: instagram_url ?? '' },
    version,
  }
}

function failure(description: string): ToastText {
  return { title: m.people_error(), description }
}

function getFieldErrors(error: unknown): FieldErrors {
  return error instanceof ApiError && error.code === 'USERNAME_TAKEN'
    ? { username: error.detail }
    : fieldErrors(error)
}

/** Thrown if the session ended before the request was sent. */
class SessionLost extends Error {}

/**
 * Manages the edit form's state. Typed values are stored on this device, even across reloads, until they are saved or
 * discarded.
 */
export function useProfileEdit(profile: Profile, onDone: () => void) {
  const { user_id } = profile
  const client = useQueryClient()
  const edit = useEdit(user_id, toVersion(profile))
  const [isStale, setStale] = useState(false)

  const leave = () => {
    edit.end()
    onDone()
  }
  const loadNewer = async () => {
    try {
      const now = await client.fetchQuery({ ...profileQuery(user_id), staleTime: 0 })
      edit.rebase(now.version)
      setStale(true)
    } catch {
      // The request failed. The next save will be rejected as stale again, which retries this.
    }
  }
  const form = useForm({
    isSending: edit.isSending,
    send: () =>
      edit.submit(async () => {
        const { status } = await session.refresh()
        if (status !== 'signed-in') throw new SessionLost()
        const saved = await call('PATCH /api/profile', {
          body: edit.values,
          headers: { 'if-match': `"${edit.version}"` },
        })
        patchQuery(client, profileQuery(user_id).queryKey, () => saved)
        void personChanged()
        toast({ kind: 'success', title: m.people_success(), description: m.profiles_edit_saved() })
        leave()
      }),
    explain: async (error) => {
      const isLost = error instanceof SessionLost || (error instanceof ApiError && error.status === 401)
      if (isLost) return failure(m.profiles_edit_signed_out())
      // Each field already shows its own error, so the toast stays general.
      if (Object.keys(getFieldErrors(error)).length > 0) return failure(m.profiles_edit_failed())
      if (!(error instanceof ApiError && error.code === 'STALE'))
        return failure(whyNot(error, m.profiles_edit_failed()))
      await loadNewer()
      return failure(m.profiles_edit_failed())
    },
    getFieldErrors,
  })
  return {
    values: edit.values,
    form,
    isStale,
    type: (name: ProfileField, text: string) => {
      form.typed(name)
      edit.type({ [name]: text })
    },
    cancel: leave,
  }
}
