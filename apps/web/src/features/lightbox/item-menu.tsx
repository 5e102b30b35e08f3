import { mayRemoveMedia, mayReport } from '@nollie/contract/rights'
import { CircleUserRound, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { ConfirmDialog, Menu, MenuItem } from '../../ui/index.ts'
import { publishPost } from '../posts/index.ts'
import { ReportDialog } from '../reports/index.ts'
import type { LightboxItem } from './lightbox-item.ts'
import { mayBeProfilePicture, useSetProfilePicture } from './use-set-profile-picture.ts'
import { useItemDeletion } from './use-item-deletion.ts'

type Props = { item: LightboxItem; spot_id: string | null; onRemoved: () => void }

/** A menu with an item's other actions: authors can delete, others can report. Not rendered if empty. */
export function ItemMenu({ item, spot_id, onRemoved }: Props) {
  const { user } = useSession()
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const { user_id } = item.user
  const viewer = user && { ...user, session_id: '' }
  const mayRemove = mayRemoveMedia(viewer, { user_id, is_cover: item.is_cover })
  const reportable = mayReport(user?.user_id, user_id)
  const mayTake = mayBeProfilePicture(item, user)
  const picture = useSetProfilePicture(item.post_id)
  const removal = useItemDeletion(item, {
    onSettled: () => setAsking(false),
    onDone: (what) => {
      publishPost({ kind: what === 'post' ? 'deleted' : 'updated', post_id: item.post_id, spot_id })
      onRemoved()
    },
  })
  if (!mayRemove && !reportable && !mayTake) return null
  return (
    <>
      <Menu label={m.lightbox_actions()}>
        {mayTake && (
          <MenuItem
            icon={<CircleUserRound aria-hidden="true" />}
            disabled={picture.isPending}
            onSelect={() => picture.mutate()}
          >
            {m.lightbox_profile_picture()}
          </MenuItem>
        )}
        {reportable && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
            {m.lightbox_report()}
          </MenuItem>
        )}
        {mayRemove && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setAsking(true)}>
            {m.lightbox_delete()}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.lightbox_delete_title()}
        confirm={m.lightbox_delete()}
        busy={removal.isPending && m.lightbox_delete_busy()}
        onConfirm={() => removal.mutate()}
      >
        {item.media.type === 'video' ? m.lightbox_delete_video() : m.lightbox_delete_photo()}
      </ConfirmDialog>
      {reporting && (
        <ReportDialog subject={{ kind: 'post', id: item.post_id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
