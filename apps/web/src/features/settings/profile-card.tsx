import type { Profile } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/text/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { Avatar, Button } from '../../ui/index.ts'
import { profileQuery } from '../people/index.ts'
import { CardState } from './section.tsx'
import styles from './settings.module.css'

function Card({ profile, email, action }: { profile: Profile; email: string; action: ReactNode }) {
  return (
    <div className={styles.profile}>
      <Avatar person={profile} size={64} />
      <div className={styles.info}>
        <p className={styles.name}>
          <bdi>{getName(profile, email)}</bdi>
        </p>
        <p className={styles.meta}>{email}</p>
        <p className={styles.bio}>
          {profile.bio ? (
            <bdi>{profile.bio}</bdi>
          ) : (
            <span className={styles.none}>{m.settings_no_bio()}</span>
          )}
        </p>
      </div>
      {action}
    </div>
  )
}

/** The viewer's profile (SET-02), with an edit button. */
export function ProfileCard({ onEdit, editId }: { onEdit: () => void; editId: string }) {
  const { user } = useSession()
  const query = useQuery({ ...profileQuery(user?.user_id ?? ''), enabled: user !== null })
  if (!user) return null
  const edit = (
    <Button
      className={styles.profileEdit}
      variant="line"
      size="sm"
      id={editId}
      icon={<Pencil aria-hidden="true" />}
      onClick={onEdit}
    >
      {m.settings_edit()}
    </Button>
  )
  return (
    <div className={styles.card}>
      <CardState query={query} failed={m.settings_profile_failed()}>
        {query.data && <Card profile={query.data} email={user.email} action={edit} />}
      </CardState>
    </div>
  )
}
