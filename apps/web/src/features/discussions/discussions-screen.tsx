import { MessageSquarePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'
import type { DiscussionFilter } from './discussion-requests.ts'
import { DiscussionList } from './discussion-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { hasDraft } from './discussion-outbox.ts'
import { NewDiscussionForm } from './new-discussion-form.tsx'
import styles from './discussions.module.css'

type Props = { owner: string; filter: DiscussionFilter; onFilter: (next: DiscussionFilter) => void }

/** The content of `/community`: the heading, the form of a new discussion, the filter and the list (DSC-03, DSC-04). */
export function DiscussionsScreen({ owner, filter, onFilter }: Props) {
  const formId = useId()
  // The form is open again if it still has a draft.
  const [isOpen, setOpen] = useState(() => hasDraft(owner))
  const done = () => {
    setOpen(false)
    document.getElementById(`${formId}-start`)?.focus()
  }
  return (
    <>
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
      <FilterBar filter={filter} onFilter={onFilter} />
      <DiscussionList
        key={JSON.stringify(filter)}
        filter={filter}
        onAll={() => onFilter({ ...filter, category: null, q: '' })}
      />
    </>
  )
}
