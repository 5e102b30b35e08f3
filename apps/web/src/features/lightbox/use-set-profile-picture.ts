import type { SessionUser } from '@nollie/contract'
import { useMutation } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { showItemToast } from './item-toasts.ts'
import type { LightboxItem } from './lightbox-item.ts'

/** Whether an item is a previous profile picture that its owner may use again. The current one doesn't qualify. */
export function mayBeProfilePicture({ kind, media, user }: LightboxItem, me: SessionUser | null): boolean {
  return (
    kind === 'profile_picture' &&
    media.base !== null &&
    me?.user_id === user.user_id &&
    me.avatar_url !== `${media.base}/400.webp`
  )
}

/** Reuses a previous profile picture (MEDIA-22, MEDIA-23). */
export function useSetProfilePicture(post_id: string) {
  return useMutation({
    mutationFn: () => call('PUT /api/profile/picture', { body: { post_id } }),
    onSuccess: () => {
      showItemToast('success', m.lightbox_profile_picture_done())
      session.refresh().catch(() => undefined)
    },
    onError: () => showItemToast('error', m.lightbox_profile_picture_failed()),
  })
}
