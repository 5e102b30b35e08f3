import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import type { WaitingKind } from '../../lib/waiting/kinds.ts'
import { readyWaitingFiles, uploadsOf } from '../media/index.ts'
import { isTouched, readForm, shareSpot, type SpotForm } from '../spots/index.ts'
import { shares } from './share-draft.ts'
import { requestText } from './use-share-submit.ts'

/** Spots in the outbox of this device. */
export const waitingSpots = (client: QueryClient): WaitingKind<SpotForm> => ({
  send: async ({ id, payload }, tools) => {
    const media_ids = await readyWaitingFiles(tools)
    await shareSpot(requestText(readForm(payload), media_ids), id)
    for (const queryKey of [spotKeys.all, mapKeys.all, feedKeys.all])
      void client.invalidateQueries({ queryKey })
  },
  describe: ({ payload: { name, description } }) => ({
    what: m.outbox_spot(),
    where: name,
    text: description,
    href: null,
  }),
  giveBack: async ({ user_id, payload }, files) => {
    const queue = uploadsOf(user_id)
    await queue.restored
    if (isTouched(shares.at(user_id).draft) || queue.items().length > 0) return null
    shares.write(user_id, readForm(payload))
    await queue.takeBack(files)
    return '/share-spot'
  },
})
