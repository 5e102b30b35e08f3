import type { Post } from '@nollie/contract'
import { mayEditPost, mayEditSpot, mayRemovePost } from '@nollie/contract/viewer'
import { Ban, Flag, MapPin, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/session.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { BlockDialog } from '../blocks/index.ts'
import { mayReport, ReportDialog } from '../reports/index.ts'
import { DeleteSpotDialog, EditSpotDialog } from '../spots/index.ts'
import { DeletePost } from './delete-post.tsx'
import { EditPost } from './edit-post.tsx'

type Doing = 'report' | 'edit' | 'edit-spot' | 'delete' | 'block'

// The post that made a spot goes with the spot (POST-13).
function Deletion({ post, onClose }: { post: Post; onClose: () => void }) {
  return post.kind === 'spot' && post.spot ? (
    <DeleteSpotDialog spot={post.spot} from="card" onClose={onClose} />
  ) : (
    <DeletePost post={post} onClose={onClose} />
  )
}

/** The menu of a post, open, and the dialogs it leads to. */
export function PostActions({ post, label }: { post: Post; label: string }) {
  const { user } = useSession()
  const [doing, setDoing] = useState<Doing | null>(null)
  const viewer = user && { ...user, session_id: '' }
  const close = () => setDoing(null)
  return (
    <>
      <Menu label={label} defaultOpen>
        {mayEditPost(viewer, post) && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setDoing('edit')}>
            {m.feed_edit()}
          </MenuItem>
        )}
        {post.spot && mayEditSpot(viewer, post.spot) && (
          <MenuItem icon={<MapPin aria-hidden="true" />} onSelect={() => setDoing('edit-spot')}>
            {m.feed_edit_spot()}
          </MenuItem>
        )}
        {mayReport(user?.user_id, post.user_id) && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setDoing('report')}>
            {m.feed_report()}
          </MenuItem>
        )}
        {mayReport(user?.user_id, post.user_id) && (
          <MenuItem icon={<Ban aria-hidden="true" />} tone="danger" onSelect={() => setDoing('block')}>
            {m.feed_block({ name: nameOf(post.user) })}
          </MenuItem>
        )}
        {mayRemovePost(viewer, post) && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setDoing('delete')}>
            {m.feed_delete()}
          </MenuItem>
        )}
      </Menu>
      {/* A dialog that stands open is in use: its row is not taken away. */}
      {doing && <span data-in-use="" hidden />}
      {doing === 'report' && <ReportDialog subject={{ kind: 'post', id: post.id }} onClose={close} />}
      {doing === 'edit' && <EditPost post={post} onClose={close} />}
      {doing === 'edit-spot' && post.spot && <EditSpotDialog spotId={post.spot.id} onClose={close} />}
      <BlockDialog person={post.user} open={doing === 'block'} onOpenChange={(open) => open || close()} />
      {doing === 'delete' && <Deletion post={post} onClose={close} />}
    </>
  )
}
