import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, History, ImagePlus, Images, Pencil, Share2 } from 'lucide-react'
import { useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Menu, MenuItem, toast } from '../../ui/index.ts'
import { setSpotStatus, takeSpot } from './spot-changes.ts'
import { ReportAndDelete } from './report-and-delete.tsx'
import type { SpotDialogName } from './spot-dialogs.tsx'
import { useSpotRights } from './spot-rights.ts'

function useStatusSwitch(spot: Spot): () => Promise<void> {
  const client = useQueryClient()
  const running = useRef(false)
  return async () => {
    if (running.current) return
    running.current = true
    const status = spot.status === 'gone' ? 'open' : 'gone'
    try {
      takeSpot(client, await setSpotStatus(spot.id, status))
      toast({ kind: 'success', title: status === 'gone' ? m.spot_marked_gone() : m.spot_marked_open() })
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500
      const description = isRefusal ? messageOf(error, m.spot_status_failed()) : m.spot_status_failed()
      toast({ kind: 'error', title: m.spot_toast_error(), description })
    } finally {
      running.current = false
    }
  }
}

type Props = {
  spot: Spot
  onShare: () => void
  onCover: () => void
  onOpen: (dialog: SpotDialogName) => void
}

/** The menu of a spot, open: everybody shares it, its creator and admins change it, the others report it. */
export function SpotActions({ spot, onShare, onCover, onOpen }: Props) {
  const { mayEdit } = useSpotRights(spot)
  const switchStatus = useStatusSwitch(spot)
  const gone = spot.status === 'gone'
  return (
    <Menu label={m.spot_actions()} variant="glass" defaultOpen>
      <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
        {m.spot_share()}
      </MenuItem>
      {mayEdit && (
        <>
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen('edit')}>
            {m.spot_edit()}
          </MenuItem>
          <MenuItem icon={<ImagePlus aria-hidden="true" />} onSelect={() => onOpen('media')}>
            {m.spot_media_add()}
          </MenuItem>
          <MenuItem icon={<Images aria-hidden="true" />} onSelect={onCover}>
            {m.spot_cover_menu()}
          </MenuItem>
          <MenuItem
            icon={gone ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
            onSelect={() => void switchStatus()}
          >
            {gone ? m.spot_mark_open() : m.spot_mark_gone()}
          </MenuItem>
          <MenuItem icon={<History aria-hidden="true" />} onSelect={() => onOpen('history')}>
            {m.spot_history()}
          </MenuItem>
        </>
      )}
      <ReportAndDelete spot={spot} onOpen={onOpen} />
    </Menu>
  )
}
