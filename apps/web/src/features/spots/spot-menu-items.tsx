import type { Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import {
  CircleCheck,
  CircleSlash,
  History,
  ImagePlus,
  Images,
  ListPlus,
  Merge,
  Pencil,
  Share2,
} from 'lucide-react'
import { useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, getMessage } from '../../lib/api.ts'
import { Menu, MenuItem, toast } from '../../ui/index.ts'
import { useActsAtSpot } from '../stewards/index.ts'
import { setSpotStatus, updateSpotInCache } from './spot-change-requests.ts'
import { ReportDeleteItems } from './report-delete-items.tsx'
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
      updateSpotInCache(client, await setSpotStatus(spot.id, status))
      toast({ kind: 'success', title: status === 'gone' ? m.spots_marked_gone() : m.spots_marked_open() })
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500
      const description = isRefusal ? getMessage(error, m.spots_status_failed()) : m.spots_status_failed()
      toast({ kind: 'error', title: m.spots_toast_error(), description })
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

/**
 * The menu of a spot, open when mounted: everyone can share it, its creator and admins can edit it, others report it.
 */
export function SpotMenuItems({ spot, onShare, onCover, onOpen }: Props) {
  const { mayEdit } = useSpotRights(spot)
  const isSteward = useActsAtSpot(spot.id)
  const mayMerge = mayEdit || isSteward
  const switchStatus = useStatusSwitch(spot)
  const gone = spot.status === 'gone'
  return (
    <Menu label={m.spots_actions()} variant="glass" defaultOpen>
      <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
        {m.spots_share()}
      </MenuItem>
      <MenuItem icon={<ListPlus aria-hidden="true" />} onSelect={() => onOpen('list')}>
        {m.lists_add_to()}
      </MenuItem>
      {mayEdit && (
        <>
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen('edit')}>
            {m.spots_edit()}
          </MenuItem>
          <MenuItem icon={<ImagePlus aria-hidden="true" />} onSelect={() => onOpen('media')}>
            {m.spots_media_add()}
          </MenuItem>
          <MenuItem icon={<Images aria-hidden="true" />} onSelect={onCover}>
            {m.spots_cover_menu()}
          </MenuItem>
          <MenuItem
            icon={gone ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
            onSelect={() => void switchStatus()}
          >
            {gone ? m.spots_mark_open() : m.spots_mark_gone()}
          </MenuItem>
          <MenuItem icon={<History aria-hidden="true" />} onSelect={() => onOpen('history')}>
            {m.spots_history()}
          </MenuItem>
        </>
      )}
      {mayMerge && (
        <MenuItem icon={<Merge aria-hidden="true" />} onSelect={() => onOpen('merge')}>
          {m.twins_choose()}
        </MenuItem>
      )}
      <ReportDeleteItems spot={spot} onOpen={onOpen} />
    </Menu>
  )
}
