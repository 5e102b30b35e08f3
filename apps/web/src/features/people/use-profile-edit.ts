import type { Profile } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { patchQuery } from '../../lib/query-patch.ts'
import { personChanged, session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import { profileQuery } from './people-requests.ts'

const FIELDS = ['full_name', 'username', 'bio', 'instagram_url'] as const
/** The fields of the edit form. */
export type ProfileField = (typeof FIELDS)[number]
type ProfileValues = Record<ProfileField, string>

const draftName = (user_id: string) => `nollie.edit-profile.${user_id}`

const isDraft = (value: unknown): value is ProfileValues & { version: number } =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { version?: unknown }).version === 'number' &&
  FIELDS.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

const valuesOf = ({ full_name, username, bio, instagram_url }: Profile): ProfileValues => ({
  full_name: full_name ?? '',
  username,
  bio: bio ?? '',
  instagram_url: instagram_url ?? '',
})

const fail = (description: string) => toast({ kind: 'error', title: m.people_error(), description })

/**
 * The edit form: the typed values are stored on this device until they are saved or dropped, whatever happens to the
 * page.
 */
export function useProfileEdit(profile: Profile, onDone: () => void) {
  const { user_id } = profile
  const client = useQueryClient()
  const [first] = useState(() => {
    const draft = readStored(draftName(user_id))
    return isDraft(draft) ? draft : null
  })
  const [values, setValues] = useState<ProfileValues>(() => {
    const { full_name, username, bio, instagram_url } = first ?? valuesOf(profile)
    return { full_name, username, bio, instagram_url }
  })
  // The version the values are based on; a newer one is not overwritten unseen. The picture is not part of it.
  const [version, setVersion] = useState(first?.version ?? profile.version)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [isStale, setStale] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const running = useRef(false)

  const leave = () => {
    writeStored(draftName(user_id), null)
    onDone()
  }
  const refuse = async (error: unknown) => {
    if (!(error instanceof ApiError)) return fail(m.people_edit_failed())
    if (error.status === 401) return fail(m.people_edit_lost())
    const wrong = error.code === 'USERNAME_TAKEN' ? { username: error.detail } : { ...error.fields }
    setErrors(wrong)
    // Errors of a field are shown beside it.
    if (Object.keys(wrong).length > 0) return fail(m.people_edit_failed())
    if (error.code !== 'STALE') return fail(whyNot(error, m.people_edit_failed()))
    try {
      const now = await client.fetchQuery({ ...profileQuery(user_id), staleTime: 0 })
      setVersion(now.version)
      setStale(true)
    } finally {
      fail(m.people_edit_failed())
    }
  }
  const save = async () => {
    if (running.current) return
    running.current = true
    setSaving(true)
    setErrors({})
    try {
      const { status } = await session.refresh()
      if (status !== 'signed-in') return fail(m.people_edit_lost())
      const saved = await call('PATCH /api/profile', {
        body: values,
        headers: { 'if-match': `"${version}"` },
      })
      patchQuery(client, profileQuery(user_id).queryKey, () => saved)
      void personChanged()
      toast({ kind: 'success', title: m.people_success(), description: m.people_edit_saved() })
      leave()
    } catch (error) {
      await refuse(error).catch(() => undefined)
    } finally {
      running.current = false
      setSaving(false)
    }
  }
  return {
    values,
    errors,
    isStale,
    isSaving,
    type: (name: ProfileField, text: string) => {
      const next = { ...values, [name]: text }
      setValues(next)
      setErrors((all) => ({ ...all, [name]: undefined }))
      writeStored(draftName(user_id), { ...next, version })
    },
    save,
    cancel: leave,
  }
}
