import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, getMessage } from '../../../lib/api.ts'
import { toast } from '../../../ui/index.ts'
import { setSpotStatus, updateSpotInCache } from '../spot-change-requests.ts'

/** Returns a function that marks a spot as gone or open again, for people who may edit it. */
export function useSpotStatus(spotId: string): (status: 'open' | 'gone') => void {
  const client = useQueryClient()
  const running = useRef(false)
  const send = async (status: 'open' | 'gone') => {
    if (running.current) return
    running.current = true
    try {
      updateSpotInCache(client, await setSpotStatus(spotId, status))
      toast({ kind: 'success', title: status === 'gone' ? m.spots_marked_gone() : m.spots_marked_open() })
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500
      const description = isRefusal ? getMessage(error, m.spots_status_failed()) : m.spots_status_failed()
      toast({ kind: 'error', title: m.spots_toast_error(), description })
    } finally {
      running.current = false
    }
  }
  return (status) => void send(status)
}
