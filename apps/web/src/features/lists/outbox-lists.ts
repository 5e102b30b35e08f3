import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { sendOrQueueLazily } from '../../lib/outbox/send-or-queue-lazily.ts'
import { setInList, showInList } from './list-requests.ts'

/** A queued change that adds a spot to a list or removes it. Its target consists of the list and the spot. */
export type WaitingInList = { list_id: string; spot_id: string; wanted: boolean; name: string }

/** The outbox kind for changes to whether a list contains a spot. */
export const IN_LIST = 'in-list'

/** Adds a spot to a list or removes it. Resolves to null if the change was queued in the outbox. */
export function setInListOrQueue(payload: WaitingInList): Promise<unknown> {
  const { list_id, spot_id, wanted } = payload
  return sendOrQueueLazily(
    { kind: IN_LIST, target: `${list_id}/${spot_id}`, payload, isLastState: true },
    () => setInList(list_id, spot_id, wanted),
  )
}

/** The outbox kind that sends list changes. */
export function waitingInLists(client: QueryClient): WaitingKind<WaitingInList> {
  return {
    isRepeatable: true,
    send: async ({ payload: { list_id, spot_id, wanted } }) => {
      await setInList(list_id, spot_id, wanted)
      showInList(client)
    },
    describe: ({ payload: { list_id, wanted, name } }) => ({
      what: wanted ? m.outbox_list_add() : m.outbox_list_remove(),
      where: name,
      text: null,
      href: `/lists/${list_id}`,
    }),
  }
}
