import { MessageSquarePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'
import { DiscussionList } from './discussion-list.tsx'
import { hasDraft, NewDiscussion } from './new-discussion.tsx'
import '../comments/comments.css'
import './community.css'

/** The community below its bar: the heading, the form that starts a discussion, and all there are (DSC-03, DSC-04). */
export function Community({ owner }: { owner: string }) {
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
      <DiscussionList owner={owner} />
    </>
  )
}
