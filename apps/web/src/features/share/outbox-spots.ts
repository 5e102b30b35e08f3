import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { draftKeys } from '../../lib/keys/drafts.ts'
import { feedKeys } from '../../lib/keys/feed.ts'
import { mapKeys } from '../../lib/keys/map.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { joinFileFields, readyWaitingFiles, getUploadQueue } from '../media/index.ts'
import { isTouched, readForm, shareSpot } from '../spots/index.ts'
import { buildDraftFormName, shares, buildDraftSlot } from './share-draft.ts'
import { requestText, type WaitingSpot } from './use-share-submit.ts'

/** The outbox kind that sends new spots. */
export function waitingSpots(client: QueryClient): WaitingKind<WaitingSpot> {
  return {
    send: async ({ id, payload }, tools) => {
      const { from } = payload
      const files = joinFileFields(from ?? { media_ids: [] }, await readyWaitingFiles(tools))
      await shareSpot(requestText(readForm(payload), files, from?.draft_id), id)
      for (const queryKey of [spotKeys.all, mapKeys.all, feedKeys.all, draftKeys.all])
        void client.invalidateQueries({ queryKey })
    },
    describe: ({ payload: { name, description } }) => ({
      what: m.outbox_spot(),
      where: name,
      text: description,
      href: null,
    }),
    giveBack: async ({ user_id, payload }, files) => {
      const { from } = payload
      const queue = getUploadQueue(user_id, from && buildDraftSlot(from.draft_id))
      await queue.restored
      const name = from ? buildDraftFormName(user_id, from.draft_id) : user_id
      if (isTouched(shares.at(name).draft) || queue.items().length > 0) return null
      shares.write(name, readForm(payload))
      await queue.takeBack(files)
      return from ? `/share-spot?draft=${from.draft_id}` : '/share-spot'
    },
  }
}
