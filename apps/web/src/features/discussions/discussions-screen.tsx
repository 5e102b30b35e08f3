import { MessageSquarePlus } from 'lucide-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { Button, Page } from '../../ui/index.ts'
import type { DiscussionFilter } from './discussion-requests.ts'
import { DiscussionList } from './discussion-list.tsx'
import { hasDraft } from './discussion-drafts.ts'
import { DiscussionsHeader } from './discussions-header.tsx'
import { parseFilter, toSearch } from './discussion-filter.ts'
import { FilterBar } from './discussion-filter-bar.tsx'
import { NewDiscussionForm } from './new-discussion-form.tsx'
import styles from './discussions.module.css'

function Start({ owner }: { owner: string }) {
  const formId = useId()
  // The form starts open if it still has a draft.
  const [isOpen, setOpen] = useState(() => hasDraft(owner))
  const done = () => {
    setOpen(false)
    document.getElementById(`${formId}-start`)?.focus()
  }
  return (
    <section className={styles.communityHero}>
      <h1>{m.discussions_title()}</h1>
      <Button
        id={`${formId}-start`}
        variant={isOpen ? 'quiet' : 'primary'}
        size="lg"
        wide
        icon={<MessageSquarePlus aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? formId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {m.discussions_start()}
      </Button>
      {isOpen && <NewDiscussionForm owner={owner} id={formId} onDone={done} />}
    </section>
  )
}

// The filter is in the URL, so it's still set after opening a discussion and going back.
function useFilter(): [DiscussionFilter, (next: DiscussionFilter) => void] {
  const navigate = useNavigate()
  const filter = parseFilter(useSearch({ strict: false }))
  const choose = (next: DiscussionFilter) =>
    void navigate({ to: '/community', search: toSearch(next), replace: true, resetScroll: false })
  return [filter, choose]
}

/** `/community`: shows a heading, the form for a new discussion, the filter, and all discussions (DSC-03, DSC-04). */
export function DiscussionsScreen() {
  const { user } = useSession()
  const [filter, choose] = useFilter()
  return (
    <Page header={<DiscussionsHeader user={user} />}>
      {user && (
        <>
          <Start key={user.user_id} owner={user.user_id} />
          <FilterBar filter={filter} onFilter={choose} />
          <DiscussionList
            key={JSON.stringify(filter)}
            filter={filter}
            onAll={() => choose({ ...filter, category: null, q: '' })}
          />
        </>
      )}
    </Page>
  )
}
