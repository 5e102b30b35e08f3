import type { SessionUser } from '@nollie/contract'
import { mayRemoveMedia } from '@nollie/contract/viewer'
import { useMutation } from '@tanstack/react-query'
import { CircleUserRound, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session.ts'
import { ConfirmDialog, Menu, MenuItem, toast } from '../../ui/index.ts'
import { publishPost } from '../posts/index.ts'
import { mayReport, ReportDialog } from '../reports/index.ts'
import type { LightboxItem } from './lightbox-item.ts'

// Gone already is as good as deleted.
const wasGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'POST_NOT_FOUND' || error.code === 'MEDIA_NOT_FOUND')

async function removeMedia({ post_id, media_index }: LightboxItem): Promise<'media' | 'post'> {
  const params = { post_id, media_index: String(media_index) }
  try {
    return (await call('DELETE /api/posts/:post_id/media/:media_index', { params })).removed
  } catch (error) {
    if (!wasGone(error)) throw error
    return error instanceof ApiError && error.code === 'POST_NOT_FOUND' ? 'post' : 'media'
  }
}

// A refusal names its reason (the cover of a spot); other errors have the specified text.
const whyNot = (error: unknown) =>
  error instanceof ApiError && error.code === 'NOT_ALLOWED'
    ? messageOf(error, m.lightbox_delete_failed())
    : m.lightbox_delete_failed()

// Whoever has this picture now is not asked to take it.
const isFormerPicture = ({ kind, media, user }: LightboxItem, me: SessionUser | null): boolean =>
  kind === 'profile_picture' &&
  media.base !== null &&
  me?.user_id === user.user_id &&
  me.avatar_url !== `${media.base}/400.webp`

const showToast = (kind: 'success' | 'error', description: string) =>
  toast({
    kind,
    title: kind === 'success' ? m.lightbox_toast_success() : m.lightbox_toast_error(),
    description,
  })

/** Takes an earlier profile picture again (MEDIA-22, MEDIA-23). */
const usePicture = (post_id: string) =>
  useMutation({
    mutationFn: () => call('PUT /api/profile/picture', { body: { post_id } }),
    onSuccess: () => {
      showToast('success', m.lightbox_picture_done())
      session.refresh().catch(() => undefined)
    },
    onError: () => showToast('error', m.lightbox_picture_failed()),
  })

type Props = { item: LightboxItem; spot_id: string | null; onRemoved: () => void }

/** What one may do with an item beside liking it: its author deletes it, others report it. Nothing: no menu. */
export function ItemMenu({ item, spot_id, onRemoved }: Props) {
  const { user } = useSession()
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const { user_id } = item.user
  const viewer = user && { ...user, session_id: '' }
  const mayRemove = mayRemoveMedia(viewer, { user_id, is_cover: item.is_cover })
  const reportable = mayReport(user?.user_id, user_id)
  const mayTake = isFormerPicture(item, user)
  const picture = usePicture(item.post_id)
  const removal = useMutation({
    mutationFn: () => removeMedia(item),
    onSuccess: (removed) => {
      setAsking(false)
      showToast('success', m.lightbox_delete_done())
      const { post_id } = item
      publishPost({ kind: removed === 'post' ? 'deleted' : 'updated', post_id, spot_id })
      onRemoved()
    },
    onError: (error) => {
      setAsking(false)
      showToast('error', whyNot(error))
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
            {m.lightbox_picture()}
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
        onOpenChange={(open) => removal.isPending || setAsking(open)}
        title={m.lightbox_delete_title()}
        confirm={m.lightbox_delete()}
        busy={removal.isPending && m.lightbox_delete_busy()}
        onConfirm={() => removal.mutate()}
      >
        {item.media.type === 'video' ? m.lightbox_delete_video() : m.lightbox_delete_image()}
      </ConfirmDialog>
      {reporting && (
        <ReportDialog subject={{ kind: 'post', id: item.post_id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
