import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** The outbox kind of posts at spots; its code is loaded on demand. */
export const mediaPostKinds = (client: QueryClient): Kinds => ({
  'media-post': () => import('./outbox-media.ts').then((all) => all.waitingMedia(client)),
})
