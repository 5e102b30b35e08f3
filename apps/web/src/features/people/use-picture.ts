import type { Profile } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { patchQuery } from '../../lib/query-patch.ts'
import { session } from '../../lib/session.ts'
import { toast } from '../../ui/index.ts'
import { checkFile, finishUploads, uploadsOf } from '../uploads/index.ts'
import { profileQuery } from './people-requests.ts'

/** How long it is said that the picture is there, in ms (PROF-25). */
const SAID_MS = 2000

const fail = (description: string) => toast({ kind: 'error', title: m.people_error(), description })

const refused = (file: File): string | null => {
  const check = checkFile(file)
  if ('refused' in check)
    return check.refused === 'image_too_large' ? m.people_edit_photo_large() : m.people_edit_photo_type()
  return check.kind === 'image' ? null : m.people_edit_photo_type()
}

async function send(user_id: string, file: File): Promise<Profile> {
  const queue = uploadsOf(user_id, 'profile-picture')
  await queue.restored
  queue.clear({ keep: false })
  queue.add([file])
  const { good } = await finishUploads(queue)
  const media_id = good[0]?.media_id
  if (!media_id) throw new Error('not uploaded')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const profile = await untilAnswered(() =>
    call('POST /api/profile/pictures', { body: { media_id }, headers }),
  )
  queue.clear({ keep: true })
  return profile
}

/** Choosing, cropping and sending a new profile picture. `chosen` is where the browser finds what is to be cropped. */
export function usePicture(user_id: string) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)

  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setChosen(url)
    return () => {
      setChosen(null)
      URL.revokeObjectURL(url)
    }
  }, [file])

  const upload = async (picture: File) => {
    setFile(null)
    setUploading(true)
    try {
      const { status } = await session.refresh()
      if (status !== 'signed-in') return fail(m.people_edit_photo_lost())
      const profile = await send(user_id, picture)
      patchQuery(client, profileQuery(user_id).queryKey, () => profile)
      void client.invalidateQueries({ queryKey: ['people', 'pictures', user_id] })
      session.refresh().catch(() => undefined)
      toast({ kind: 'success', title: m.people_edit_photo_uploaded(), duration: SAID_MS })
    } catch {
      fail(m.people_edit_photo_failed())
    } finally {
      setUploading(false)
    }
  }
  return {
    chosen,
    isUploading,
    choose: (picture: File) => {
      const why = refused(picture)
      if (why) return fail(why)
      setFile(picture)
    },
    upload,
    /** Sends what was chosen as it is. */
    uploadWhole: () => file && void upload(file),
    cancel: () => setFile(null),
  }
}
