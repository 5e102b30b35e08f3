import { MessageSquarePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'
import type { DiscussionFilter } from './community-requests.ts'
import { DiscussionList } from './discussion-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { hasDraft, NewDiscussion } from './new-discussion.tsx'
import './community.css'

type Props = { owner: string; filter: DiscussionFilter; onFilter: (next: DiscussionFilter) => void }

/** The community below its bar: the heading, the form that starts a discussion, and the discussions (DSC-03, DSC-04). */
export function Community({ owner, filter, onFilter }: Props) {
  const formId = useId()
  // What somebody began and could not send is where they left it.
  const [isOpen, setOpen] = useState(() => hasDraft(owner))
  const done = () => {
    setOpen(false)
    document.getElementById(`${formId}-start`)?.focus()
  }
  return (
    <>
      <section className="community-hero">
        <h1>{m.community_title()}</h1>
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
          {m.community_start()}
        </Button>
        {isOpen && <NewDiscussion owner={owner} id={formId} onDone={done} />}
      </section>
      <FilterBar filter={filter} onFilter={onFilter} />
      <DiscussionList
        key={JSON.stringify(filter)}
        filter={filter}
        onAll={() => onFilter({ ...filter, category: null, q: '' })}
      />
    </>
  )
}
