import type { Profile } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { AppLink } from '../../ui/index.ts'
import styles from './profiles.module.css'

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <>
      <b>{numberText(count)}</b> <small>{label}</small>
    </>
  )
}

type Props = { profile: Profile; own: boolean; onTab: (tab: 'spots' | 'posts') => void }

/** A person's four stats (DATA-20). Spots and posts open a tab; followers and following open a list. */
export function PersonStats({ profile, own, onTab }: Props) {
  const base = own ? '/profile' : `/user/${profile.user_id}`
  return (
    <div className={styles.stats}>
      <button type="button" onClick={() => onTab('spots')}>
        <Figure count={profile.spots_count} label={m.profiles_spots()} />
      </button>
      <button type="button" onClick={() => onTab('posts')}>
        <Figure count={profile.posts_count} label={m.profiles_posts()} />
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
