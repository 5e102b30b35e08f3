import type { Profile } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { untilAnswered } from '../../../lib/attempts.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { personChanged, session } from '../../../lib/session.ts'
import { profileKeys } from '../../../lib/keys/profiles.ts'
import { toast } from '../../../ui/index.ts'
import { finishUploads, getUploadQueue, makePhotoCheck } from '../../media/index.ts'
import { profileQuery } from '../../people/index.ts'

/** How long (ms) the success toast stays visible (PROF-25). */
const TOAST_AGAIN_MS = 2000

function fail(description: string) {
  return toast({ kind: 'error', title: m.people_error(), description })
}

function explainRefusal(why: string): string {
  return why === 'image_too_large' ? m.profiles_edit_photo_large() : m.profiles_edit_photo_type()
}

async function send(user_id: string, file: File): Promise<Profile> {
  const queue = getUploadQueue(user_id, 'profile-picture')
  await queue.restored
  queue.clear({ keep: false })
  await queue.add([file])
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

// Holds photos that this browser can't display, until they are cropped or discarded.
function getPreviewQueue(user_id: string) {
  return getUploadQueue(user_id, 'profile-preview')
}

// The server converts formats that the browser can't read (HEIC, AVIF). A file that isn't in any post can only be
// loaded by its owner.
async function renderPreview(user_id: string, file: File): Promise<string> {
  const queue = getPreviewQueue(user_id)
  await queue.restored
  queue.clear({ keep: false })
  await queue.add([file])
  const { good } = await finishUploads(queue)
  const base = good[0]?.media?.base
  if (!base) throw new Error('not readable')
  return `${base}/2048.webp`
}

/** The URL of the photo to crop; null while the server converts it. */
export type CropSource = { url: string | null }

// The file to crop, and the URL that shows it. Responses for a file that was discarded are ignored.
function useCropping(user_id: string) {
  const [file, setFile] = useState<File | null>(null)
  const [source, setSource] = useState<CropSource | null>(null)
  const current = useRef<File | null>(null)

  useEffect(() => {
    current.current = file
    if (!file) return
    const url = URL.createObjectURL(file)
    setSource({ url })
    return () => {
      current.current = null
      setSource(null)
      URL.revokeObjectURL(url)
      // After cropping or discarding, the converted photo is no longer needed.
      getPreviewQueue(user_id).clear({ keep: false })
    }
  }, [file, user_id])

  const giveUp = () => {
    setFile(null)
    fail(m.profiles_edit_photo_failed())
  }
  const convert = async (unreadable: File) => {
    setSource({ url: null })
    try {
      const url = await renderPreview(user_id, unreadable)
      if (current.current === unreadable) setSource({ url })
    } catch {
      if (current.current === unreadable) giveUp()
    }
  }
  return {
    source,
    setFile,
    drop: () => setFile(null),
    /** Call this if the browser can't display the photo. The server then converts it, once. */
    unreadable: () => {
      if (!file || !source?.url) return
      if (source.url.startsWith('blob:')) void convert(file)
      else giveUp()
    },
  }
}

/** Selects, crops, and uploads a new profile picture. */
export function useProfilePicture(user_id: string) {
  const client = useQueryClient()
  const { source, setFile, drop, unreadable } = useCropping(user_id)
  const [isUploading, setUploading] = useState(false)
  const [checkPhoto] = useState(() => makePhotoCheck())

  const upload = async (picture: File) => {
    drop()
    setUploading(true)
    try {
      const { status } = await session.refresh()
      if (status !== 'signed-in') return fail(m.profiles_edit_photo_signed_out())
      const profile = await send(user_id, picture)
      patchQuery(client, profileQuery(user_id).queryKey, () => profile)
      void client.invalidateQueries({ queryKey: profileKeys.part('pictures', user_id) })
      void personChanged()
      toast({ kind: 'success', title: m.profiles_edit_photo_uploaded(), duration: TOAST_AGAIN_MS })
    } catch {
      fail(m.profiles_edit_photo_failed())
    } finally {
      setUploading(false)
    }
  }
  return {
    source,
    isUploading,
    choose: async (picture: File) => {
      const check = await checkPhoto(picture)
      if (!check) return
      if ('refused' in check) return fail(explainRefusal(check.refused))
      setFile(check.file)
    },
    upload,
    unreadable,
    cancel: drop,
  }
}
