import type { Profile } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { AppLink } from '../../ui/index.ts'

const figures = new Intl.NumberFormat('en-US')

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <>
      <b>{figures.format(count)}</b> <small>{label}</small>
    </>
  )
}

type Props = { profile: Profile; own: boolean; onTab: (tab: 'spots' | 'posts') => void }

/** The four figures of a person (DATA-20): two show a tab, two lead to lists of people. */
export function PersonStats({ profile, own, onTab }: Props) {
  const base = own ? '/profile' : `/user/${profile.user_id}`
  return (
    <div className="person-stats">
      <button type="button" onClick={() => onTab('spots')}>
        <Figure count={profile.spots_count} label={m.people_spots()} />
      </button>
      <button type="button" onClick={() => onTab('posts')}>
        <Figure count={profile.posts_count} label={m.people_posts()} />
      </button>
      <AppLink href={`${base}/followers`}>
        <Figure count={profile.followers_count} label={m.people_followers()} />
      </AppLink>
      <AppLink href={`${base}/following`}>
        <Figure count={profile.following_count} label={m.people_following()} />
      </AppLink>
    </div>
  )
}
