import type { SessionUser } from '@nollie/contract'
import { mayRemoveMedia } from '@nollie/contract/rights'
import { useMutation } from '@tanstack/react-query'
import { CircleUserRound, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { ConfirmDialog, Menu, MenuItem, toast } from '../../ui/index.ts'
import { publishPost } from '../posts/index.ts'
import { mayReport, ReportDialog } from '../reports/index.ts'
import type { LightboxItem } from './lightbox-item.ts'

// The item was deleted already.
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

// The present profile picture is not offered.
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

/** Uses a former profile picture again (MEDIA-22, MEDIA-23). */
const usePicture = (post_id: string) =>
  useMutation({
    mutationFn: () => call('PUT /api/profile/picture', { body: { post_id } }),
    onSuccess: () => {
      showToast('success', m.lightbox_picture_done())
      session.refresh().catch(() => undefined)
    },
    onError: () => showToast('error', m.lightbox_picture_failed()),
  })

/** Deletes an item. Calls `onSettled` after success or failure, then `onDone` with the deleted items after success. */
const useRemoval = (
  item: LightboxItem,
  done: { onDone: (what: 'media' | 'post') => void; onSettled: () => void },
) =>
  useMutation({
    mutationFn: () => removeMedia(item),
    onSuccess: (removed) => {
      done.onSettled()
      showToast('success', m.lightbox_delete_done())
      done.onDone(removed)
    },
    onError: (error) => {
      done.onSettled()
      showToast('error', whyNot(error))
    },
  })

type Props = { item: LightboxItem; spot_id: string | null; onRemoved: () => void }

/** The further actions on an item: its author deletes it, others report it. No menu without actions. */
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
  const removal = useRemoval(item, {
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
