import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind for posts at spots. Its code loads on demand. */
export const mediaPostKinds = (client: QueryClient): Kinds => ({
  'media-post': () => import('./gallery/outbox-media.ts').then((all) => all.waitingMedia(client)),
})
