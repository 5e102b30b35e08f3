import { useMutation } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { ApiError, call, getMessage } from '../../lib/api.ts'
import { showItemToast } from './item-toasts.ts'
import type { LightboxItem } from './lightbox-item.ts'

// Whether the item was already deleted.
function isAlreadyDeleted(error: unknown) {
  return error instanceof ApiError && (error.code === 'POST_NOT_FOUND' || error.code === 'MEDIA_NOT_FOUND')
}

async function removeMedia({ post_id, media_index }: LightboxItem): Promise<'media' | 'post'> {
  const params = { post_id, media_index: String(media_index) }
  try {
    return (await call('DELETE /api/posts/:post_id/media/:media_index', { params })).removed
  } catch (error) {
    if (!isAlreadyDeleted(error)) throw error
    return error instanceof ApiError && error.code === 'POST_NOT_FOUND' ? 'post' : 'media'
  }
}

// The server explains refusals itself (e.g. for a spot's cover photo). Other errors show the specified text.
function whyNot(error: unknown) {
  return error instanceof ApiError && error.code === 'NOT_ALLOWED'
    ? getMessage(error, m.lightbox_delete_failed())
    : m.lightbox_delete_failed()
}

/** Deletes an item. Calls `onSettled` after success or failure; after success, calls `onDone` with what was deleted. */
export function useItemDeletion(
  item: LightboxItem,
  done: { onDone: (what: 'media' | 'post') => void; onSettled: () => void },
) {
  return useMutation({
    mutationFn: () => removeMedia(item),
    onSuccess: (removed) => {
      done.onSettled()
      showItemToast('success', m.lightbox_delete_done())
      done.onDone(removed)
    },
    onError: (error) => {
      done.onSettled()
      showItemToast('error', whyNot(error))
    },
  })
}
