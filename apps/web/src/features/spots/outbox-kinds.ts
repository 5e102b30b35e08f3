import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for posts at spots. Its code loads on demand. */
export function mediaPostKinds(client: QueryClient): Kinds {
  return {
    'media-post': () => import('./gallery/outbox-media.ts').then((all) => all.waitingMedia(client)),
  }
}
