import type { Profile } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/session.ts'
import { Avatar, Button } from '../../ui/index.ts'
import { profileQuery } from '../people/index.ts'
import { CardState } from './section.tsx'

function Card({ profile, email, action }: { profile: Profile; email: string; action: ReactNode }) {
  return (
    <div className="settings-profile">
      <Avatar person={profile} size={64} />
      <div className="settings-info">
        <p className="settings-name">
          <bdi>{nameOf(profile, email)}</bdi>
        </p>
        <p className="settings-meta">{email}</p>
        <p className="settings-bio">
          {profile.bio ? <bdi>{profile.bio}</bdi> : <span className="text-ink-3">{m.settings_no_bio()}</span>}
        </p>
      </div>
      {action}
    </div>
  )
}

/** Who is signed in (SET-02), and the way to change it. */
export function ProfileCard({ onEdit, editId }: { onEdit: () => void; editId: string }) {
  const { user } = useSession()
  const query = useQuery({ ...profileQuery(user?.user_id ?? ''), enabled: user !== null })
  if (!user) return null
  const edit = (
    <Button
      className="settings-profile-edit"
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
    <div className="settings-card">
      <CardState query={query} failed={m.settings_profile_failed()}>
        {query.data && <Card profile={query.data} email={user.email} action={edit} />}
      </CardState>
    </div>
  )
}
