import type { Draft } from '@nollie/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { draftKeys } from '../../lib/keys/drafts.ts'

const POLL_MS = 3_000

function isProcessed({ media }: Draft): boolean {
  return media.every(({ status }) => status !== 'processing')
}

/** The query for all of the viewer's drafts, newest first. It refetches while photos are being processed. */
export const draftsQuery = queryOptions({
  queryKey: draftKeys.all,
  queryFn: ({ signal }) => call('GET /api/drafts', { signal }),
  select: ({ items }) => items,
  // Another device may add drafts at any time.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.items.every(isProcessed) === false ? POLL_MS : false),
})

/** The fields that an edit can change. */
export type DraftChanges = { note?: string; latitude?: number; longitude?: number }

/** Edits a draft and updates it on screen. */
export async function editDraft(client: QueryClient, draft_id: string, body: DraftChanges): Promise<void> {
  const changed = await call('PATCH /api/drafts/:draft_id', { params: { draft_id }, body })
  client.setQueryData(
    draftsQuery.queryKey,
    (known) => known && { items: known.items.map((draft) => (draft.id === draft_id ? changed : draft)) },
  )
}

/** Whether an error means that the draft was already shared or deleted. */
export function isDraftGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'DRAFT_NOT_FOUND'
}

/** Removes a draft from the loaded list once the server no longer has it. */
export function dropDraft(client: QueryClient, draft_id: string): void {
  return void client.setQueryData(
    draftsQuery.queryKey,
    (known) => known && { items: known.items.filter(({ id }) => id !== draft_id) },
  )
}

/** Deletes a draft if it still exists, and removes it from the list. */
export async function removeDraft(client: QueryClient, draft_id: string): Promise<void> {
  await call('DELETE /api/drafts/:draft_id', { params: { draft_id } }).catch((error: unknown) => {
    if (!isDraftGone(error)) throw error
  })
  dropDraft(client, draft_id)
}
