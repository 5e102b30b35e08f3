import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { go } from '../../../lib/navigation.ts'
import { toast, useForm } from '../../../ui/index.ts'
import { type DeleteFrom, deletedText, failedLine, failedText } from './spot-deletion-toasts.ts'
import { deleteSpot, removeSpotFromCache, setSpotStatus, updateSpotInCache } from '../spot-change-requests.ts'

// Another person deleted the spot first, which counts as success.
function isDone(error: unknown) {
  return error instanceof ApiError && error.code === 'SPOT_NOT_FOUND'
}

type Props = {
  spot_id: string
  from: DeleteFrom
  /** Called once the spot is deleted, even if another person deleted it. */
  onDeleted: (() => void) | undefined
}

/** Deletes a spot or marks it as gone, one request at a time. The dialog closes after the request. */
export function useSpotDeletion({ spot_id, from, onDeleted }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const removal = useForm({
    send: async () => {
      await deleteSpot(spot_id).catch((error: unknown) => {
        if (!isDone(error)) throw error
      })
      setOpen(false)
      if (from === 'page') go('/spots', { replace: true })
      removeSpotFromCache(client, spot_id)
      onDeleted?.()
      toast({ kind: 'success', ...deletedText(from) })
    },
    explain: (error) => {
      console.warn(failedLine(error))
      return failedText(from, error)
    },
  })
  const mark = useForm({
    send: async () => {
      updateSpotInCache(client, await setSpotStatus(spot_id, 'gone'))
      setOpen(false)
      toast({ kind: 'success', title: m.spots_marked_gone() })
    },
    explain: () => ({ title: m.spots_toast_error(), description: m.spots_status_failed() }),
  })
  const busy = removal.busy || mark.busy
  return {
    open,
    removal,
    mark,
    busy,
    onOpenChange: (next: boolean) => {
      if (!busy) setOpen(next)
    },
    cancel: () => setOpen(false),
  }
}
