import type { Draft } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ButtonLink, EmptyState, Loaded, Loading } from '../../ui/index.ts'
import { draftsQuery } from '../drafts/index.ts'
import { getUploadQueue } from '../media/index.ts'
import { fillShare, buildDraftFormName, buildDraftSlot } from './share-draft.ts'
import { ShareForm } from './share-form.tsx'

type Props = { userId: string; draftId: string }

function Gone() {
  return (
    <EmptyState
      art="spots"
      title={m.drafts_missing()}
      action={
        <ButtonLink href="/profile?tab=drafts" variant="line">
          {m.drafts_view()}
        </ButtonLink>
      }
    >
      {m.drafts_missing_text()}
    </EmptyState>
  )
}

function Filled({ userId, draft }: { userId: string; draft: Draft }) {
  useEffect(() => {
    fillShare(buildDraftFormName(userId, draft.id), draft)
    const queue = getUploadQueue(userId, buildDraftSlot(draft.id))
    const isListed = (media_id: string) => queue.items().some((item) => item.media_id === media_id)
    void queue.restored.then(() => {
      // Files removed from the form aren't added again until the page is reloaded.
      if (!draft.media.some(({ id }) => isListed(id))) queue.adopt(draft.media)
    })
  }, [userId, draft])
  return <ShareForm userId={userId} draftId={draft.id} />
}

/** The form for sharing a draft, which starts with the draft's values. */
export function ShareDraft({ userId, draftId }: Props) {
  const query = useQuery(draftsQuery)
  const listed = query.data?.find(({ id }) => id === draftId)
  // The draft as it was when the form was opened, because a shared draft is no longer listed.
  const [draft, setDraft] = useState(listed)
  if (!draft && listed) setDraft(listed)
  if (draft) return <Filled userId={userId} draft={draft} />
  const skeleton = <Loading label={m.drafts_loading()} />
  return (
    <Loaded query={query} failed={m.drafts_failed()} skeleton={skeleton}>
      {query.isFetching ? skeleton : <Gone />}
    </Loaded>
  )
}
