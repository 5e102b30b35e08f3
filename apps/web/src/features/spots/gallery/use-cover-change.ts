import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import { useSubmitKey } from '../../../lib/drafts/use-submit-key.ts'
import { toast } from '../../../ui/index.ts'
import { finishUploads, getUploadQueue, makePhotoCheck, useUploads } from '../../media/index.ts'
import { changeCover, updateSpotInCache } from '../spot-change-requests.ts'
import { spotGalleryQuery } from '../spot-requests.ts'

/** The state of a cover change. `waiting`: a photo was selected, but its upload failed or the person left the page. */
export type CoverStep = { step: 'none' } | { step: 'updating'; progress: number } | { step: 'waiting' }

function failed(description: string) {
  return toast({ kind: 'error', title: m.spots_toast_error(), description })
}

const checkPhoto = makePhotoCheck()

/** Changes a spot's cover: uploads the photo, then makes it the cover. A failed change can be resumed. */
export function useCoverChange(spot: Spot) {
  const client = useQueryClient()
  const [person] = useState(() => session.get().user?.user_id ?? '')
  const queue = useMemo(() => getUploadQueue(person, `cover.${spot.id}`), [person, spot.id])
  const [file] = useUploads(queue)
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const getSubmitKey = useSubmitKey()

  useEffect(() => {
    // Discards a photo from an earlier page if its upload can't be retried. Otherwise, the person decides.
    if (file?.state.step === 'failed' && !file.state.again && !busy.current) queue.clear({ keep: false })
  }, [file, queue])

  const run = async () => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    try {
      const { good, signedOut } = await finishUploads(queue)
      const media_id = good[0]?.media_id
      const state = queue.items()[0]?.state
      if (state?.step === 'failed' && !state.again) {
        queue.clear({ keep: false })
        return toast({ kind: 'error', title: m.spots_cover_failed(), description: state.detail || undefined })
      }
      if (signedOut) return failed(m.spots_cover_auth())
      if (!media_id) return failed(m.spots_cover_failed())
      updateSpotInCache(client, await changeCover(spot.id, media_id, getSubmitKey(media_id)))
      void client.invalidateQueries({ queryKey: spotGalleryQuery(spot.id).queryKey })
      queue.clear({ keep: true })
      toast({ kind: 'success', title: m.spots_toast_success(), description: m.spots_cover_done() })
    } catch (error) {
      failed(
        error instanceof ApiError && error.status === 401 ? m.spots_cover_auth() : m.spots_cover_failed(),
      )
    } finally {
      busy.current = false
      setRunning(false)
    }
  }
  const choose = async (chosen: File) => {
    const check = await checkPhoto(chosen)
    if (!check || busy.current) return
    if ('refused' in check)
      return failed(
        check.refused === 'image_too_large' ? m.share_too_large_image() : m.spots_cover_not_photo(),
      )
    queue.clear({ keep: false })
    await queue.add([check.file])
    void run()
  }
  const progress = file?.state.step === 'sending' ? file.state.progress : file?.media_id ? 1 : 0
  const state: CoverStep = running
    ? { step: 'updating', progress }
    : file
      ? { step: 'waiting' }
      : { step: 'none' }
  return { state, choose, again: run, drop: () => queue.clear({ keep: false }) }
}

/** The return type of {@link useCoverChange}. */
export type CoverChange = ReturnType<typeof useCoverChange>
