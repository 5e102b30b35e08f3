import type { Profile } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/text/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import { useBack } from '../../lib/use-back.ts'
import { ButtonLink, Failed, HeaderBar, Page } from '../../ui/index.ts'
import { FollowButton, isPersonMissing, PersonMissing, profileQuery } from '../people/index.ts'
import { OwnInbox } from './own-profile/own-inbox.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PersonSkeleton } from './person-skeleton.tsx'
import { PersonView } from './person-page.tsx'

function Person({ profile, own }: { profile: Profile; own: boolean }) {
  const back = useBack('/dashboard')
  useTitle(getName(profile))
  const header = (
    <HeaderBar title={getName(profile)} heading={false} onBack={back}>
      {own ? <OwnInbox /> : <PersonMenu profile={profile} />}
    </HeaderBar>
  )
  const actions = own ? (
    <ButtonLink href="/profile?edit=1" variant="line" size="sm">
      {m.profiles_edit()}
    </ButtonLink>
  ) : (
    <>
      <FollowButton person={profile} />
      <ButtonLink href={`/messages/with/${profile.user_id}`} variant="line" size="sm">
        {m.profiles_message()}
      </ButtonLink>
    </>
  )
  return (
    <Page header={header}>
      <PersonView key={profile.user_id} profile={profile} own={own} actions={actions} />
    </Page>
  )
}

/** `/user/{userId}`: a person's page. The viewer's own page is shown as other people see it (G-36). */
export function PersonScreen() {
  const { userId = '' }: { userId?: string } = useParams({ strict: false })
  const { user } = useSession()
  const { data, error, isPending, fetchStatus, refetch } = useQuery(profileQuery(userId))
  const back = useBack('/dashboard')
  const bar = <HeaderBar title={m.shell_profile()} heading={false} onBack={back} />
  // Check for this first: a person who has just been hidden still has cached data.
  if (isPersonMissing(error))
    return (
      <Page header={bar}>
        <PersonMissing user_id={userId} />
      </Page>
    )
  if (data) return <Person profile={data} own={user?.user_id === data.user_id} />
  return (
    <Page header={bar}>
      {isPending && fetchStatus !== 'paused' ? (
        <PersonSkeleton />
      ) : (
        <Failed level={1} title={m.profiles_failed_title()} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
