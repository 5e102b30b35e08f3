import { useParams } from '@tanstack/react-router'
import { FollowsCount, FollowsList } from './follows-list.tsx'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/use-session.ts'
import { HeaderBar, Page } from '../../ui/index.ts'

type List = 'followers' | 'following'

function FollowsScreen({ list, user_id, own }: { list: List; user_id: string; own: boolean }) {
  const title = list === 'followers' ? m.people_followers() : m.people_following()
  return (
    <Page
      header={
        <HeaderBar title={title} onBack={() => go(own ? '/profile' : `/user/${user_id}`)}>
          <FollowsCount list={list} user_id={user_id} />
        </HeaderBar>
      }
    >
      <FollowsList list={list} user_id={user_id} own={own} />
    </Page>
  )
}

function Own({ list }: { list: List }) {
  const { user } = useSession()
  return user && <FollowsScreen list={list} user_id={user.user_id} own />
}

function Theirs({ list }: { list: List }) {
  const { userId = '' }: { userId?: string } = useParams({ strict: false })
  return <FollowsScreen key={userId} list={list} user_id={userId} own={false} />
}

/** `/profile/followers`. */
export const OwnFollowersScreen = () => <Own list="followers" />
/** `/profile/following`. */
export const OwnFollowingScreen = () => <Own list="following" />
/** `/user/{userId}/followers`. */
export const UserFollowersScreen = () => <Theirs list="followers" />
/** `/user/{userId}/following`. */
export const UserFollowingScreen = () => <Theirs list="following" />
