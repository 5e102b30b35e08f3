import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FollowsList } from './follows-list.tsx'
import { type FollowList, followsQuery } from './people-requests.ts'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/use-session.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import styles from './people.module.css'

/** Shows the number of people. Renders nothing while it's unknown. */
function FollowsCount({ list, user_id }: { list: FollowList; user_id: string }) {
  const { data } = useInfiniteQuery(followsQuery(list, user_id))
  const count = data?.pages[0]?.count
  if (count === undefined) return null
  const text =
    list === 'following' ? m.people_following_count({ count }) : m.people_followers_count({ count })
  return <p className={styles.count}>{text}</p>
}

function FollowsScreen({ list, user_id, own }: { list: FollowList; user_id: string; own: boolean }) {
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

function Own({ list }: { list: FollowList }) {
  const { user } = useSession()
  return user && <FollowsScreen list={list} user_id={user.user_id} own />
}

function Theirs({ list }: { list: FollowList }) {
  const { userId = '' }: { userId?: string } = useParams({ strict: false })
  return <FollowsScreen key={userId} list={list} user_id={userId} own={false} />
}

/** `/profile/followers`. */
export function OwnFollowersScreen() {
  return <Own list="followers" />
}

/** `/profile/following`. */
export function OwnFollowingScreen() {
  return <Own list="following" />
}

/** `/user/{userId}/followers`. */
export function UserFollowersScreen() {
  return <Theirs list="followers" />
}

/** `/user/{userId}/following`. */
export function UserFollowingScreen() {
  return <Theirs list="following" />
}
