import { bustKinds } from '../features/busts/index.ts'
import { checkKinds } from '../features/checks/index.ts'
import { commentKinds } from '../features/comments/index.ts'
import { contentKinds } from '../features/content/index.ts'
import { discussionKinds } from '../features/discussions/index.ts'
import { draftKinds } from '../features/drafts/index.ts'
import { factKinds } from '../features/facts/index.ts'
import { listKinds } from '../features/lists/index.ts'
import { meetupKinds } from '../features/meetups/index.ts'
import { messageKinds } from '../features/messages/index.ts'
import { followKinds } from '../features/people/index.ts'
import { likeKinds } from '../features/posts/index.ts'
import { spotKinds } from '../features/share/index.ts'
import { mediaPostKinds } from '../features/spots/index.ts'
import type { Kinds } from '../lib/outbox/kinds.ts'
import { queryClient as client } from './query-client.ts'

/** All kinds of outbox entries, by the name they are stored under. */
export const OUTBOX_KINDS: Kinds = {
  ...bustKinds(client),
  ...checkKinds(client),
  ...commentKinds(client),
  ...contentKinds,
  ...discussionKinds(client),
  ...draftKinds(client),
  ...factKinds(client),
  ...meetupKinds(client),
  ...messageKinds(client),
  ...followKinds(client),
  ...likeKinds,
  ...listKinds(client),
  ...spotKinds(client),
  ...mediaPostKinds(client),
}
