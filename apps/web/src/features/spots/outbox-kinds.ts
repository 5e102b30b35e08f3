import type { QueryClient } from '@tanstack/react-query'
import type { Kinds } from '../../lib/outbox/kinds.ts'

/** What can wait in the outbox of photos and videos at spots; its code is loaded when something does. */
export const mediaPostKinds = (client: QueryClient): Kinds => ({
  'media-post': () => import('./outbox-media.ts').then((all) => all.waitingMedia(client)),
})
