import type { Post } from '@nollie/contract'
import {
  mayEditPost,
  mayEditSpot,
  mayRemovePost,
  mayReport,
  maySetPostAudience,
} from '@nollie/contract/rights'
import { Ban, Eye, EyeOff, Flag, MapPin, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { BlockDialog } from '../../blocks/index.ts'
import { useMute } from '../../mutes/index.ts'
import { ReportDialog } from '../../reports/index.ts'
import { EditSpotDialog } from '../../spots/index.ts'
import { DeletePostDialog } from '../post-edit/delete-post-dialog.tsx'
import { EditPostDialog } from '../post-edit/edit-post-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const AudienceDialog = lazyPart(async () => ({
  default: (await import('../post-edit/post-audience-dialog.tsx')).PostAudienceDialog,
}))

type Action = 'report' | 'edit' | 'audience' | 'edit-spot' | 'delete' | 'block'

/** The menu's items about a post by someone else: report it, and mute or block its author. */
function AuthorItems({ post, onSelect }: { post: Post; onSelect: (action: Action) => void }) {
  const { mute } = useMute()
  const { user_id } = post
  const name = getName(post.user)
  return (
    <>
      <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => onSelect('report')}>
        {m.feed_report()}
      </MenuItem>
      <MenuItem icon={<EyeOff aria-hidden="true" />} onSelect={() => void mute({ user_id, name })}>
        {m.mutes_mute_person({ name })}
      </MenuItem>
      <MenuItem icon={<Ban aria-hidden="true" />} tone="danger" onSelect={() => onSelect('block')}>
        {m.feed_block({ name })}
      </MenuItem>
    </>
  )
}

/** A post's open menu, and the dialogs it opens. */
export function PostActions({ post, label }: { post: Post; label: string }) {
  const { user } = useSession()
  const [action, setAction] = useState<Action | null>(null)
  const viewer = user && { ...user, session_id: '' }
  const close = () => setAction(null)
  return (
    <>
      <Menu label={label} defaultOpen>
        {mayEditPost(viewer, post) && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setAction('edit')}>
            {m.feed_edit()}
          </MenuItem>
        )}
        {maySetPostAudience(viewer, post) && (
          <MenuItem icon={<Eye aria-hidden="true" />} onSelect={() => setAction('audience')}>
            {m.feed_audience()}
          </MenuItem>
        )}
        {post.spot && mayEditSpot(viewer, post.spot) && (
          <MenuItem icon={<MapPin aria-hidden="true" />} onSelect={() => setAction('edit-spot')}>
            {m.feed_edit_spot()}
          </MenuItem>
        )}
        {mayReport(user?.user_id, post.user_id) && <AuthorItems post={post} onSelect={setAction} />}
        {mayRemovePost(viewer, post) && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setAction('delete')}>
            {m.feed_delete()}
          </MenuItem>
        )}
      </Menu>
      {/* Marks the row as having an open dialog, so that the list doesn't unmount it. */}
      {action && <span data-in-use="" hidden />}
      {action === 'report' && <ReportDialog subject={{ kind: 'post', id: post.id }} onClose={close} />}
      {action === 'edit' && <EditPostDialog post={post} onClose={close} />}
      {action === 'audience' && (
        <Suspense fallback={null}>
          <AudienceDialog post={post} onClose={close} />
        </Suspense>
      )}
      {action === 'edit-spot' && post.spot && <EditSpotDialog spotId={post.spot.id} onClose={close} />}
      <BlockDialog person={post.user} open={action === 'block'} onOpenChange={(open) => open || close()} />
      {action === 'delete' && <DeletePostDialog post={post} onClose={close} />}
    </>
  )
}
