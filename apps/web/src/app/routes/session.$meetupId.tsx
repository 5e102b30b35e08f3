import { createFileRoute, useParams } from '@tanstack/react-router'
import { MeetupScreen } from '../../features/meetups/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

/** `/session/{id}`: a session at a spot. For members only. */
function Session() {
  const { meetupId } = useParams({ from: '/session/$meetupId' })
  return <MeetupScreen key={meetupId} meetupId={meetupId} />
}

export const Route = createFileRoute('/session/$meetupId')({
  beforeLoad: memberOnly,
  component: Session,
  staticData: { title: m.meetups_kind, shell: 'rail' },
})
