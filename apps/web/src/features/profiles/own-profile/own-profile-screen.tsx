import type { Profile } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Pencil, Settings } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { EditProfileForm } from '../edit/edit-profile-form.tsx'
import { OwnHub } from './own-hub.tsx'
import { PersonSkeleton } from '../person-skeleton.tsx'
import { PersonView } from '../person-page.tsx'
import { SessionLostNotice } from './session-lost-notice.tsx'
import { profileQuery } from '../../people/index.ts'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { useSession } from '../../../lib/use-session.ts'
import { useTitle } from '../../../lib/page/page-title.ts'
import { AppLink, Button, Failed, iconButtonLook, Page } from '../../../ui/index.ts'

// The buttons for the hub and the settings.
function DeckActions({ profile }: { profile: Profile }) {
  return (
    <div>
      <OwnHub profile={profile} />
      <AppLink {...iconButtonLook('glass')} href="/settings" aria-label={m.shell_settings()}>
        <Settings size={22} aria-hidden="true" />
      </AppLink>
    </div>
  )
}

// Whether the edit form is open is part of the URL, so that it survives a reload and other screens can link to the
// form.
function useEditing(): [boolean, (editing: boolean) => void] {
  const { edit }: { edit?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (editing: boolean) =>
    void navigate({ to: '.', search: (editing ? { edit: '1' } : {}) as never, replace: !editing })
  return [String(edit) === '1', set]
}

function Own({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useEditing()
  const wasEditing = useRef(isEditing)
  const editId = useId()
  useTitle(getName(profile))
  useEffect(() => {
    // Returns focus to the button that opened the form.
    if (wasEditing.current && !isEditing) document.getElementById(editId)?.focus()
    wasEditing.current = isEditing
  }, [isEditing, editId])
  if (isEditing) return <EditProfileForm profile={profile} onDone={() => setEditing(false)} />
  const edit = (
    <Button
      variant="line"
      size="sm"
      id={editId}
      icon={<Pencil aria-hidden="true" />}
      onClick={() => setEditing(true)}
    >
      {m.profiles_edit()}
    </Button>
  )
  return (
    <PersonView
      profile={profile}
      own
      onDeck={<DeckActions profile={profile} />}
      actions={edit}
      hasHub
      onNoPicture={() => setEditing(true)}
    />
  )
}

/** `/profile`: the viewer's own profile page and the form for editing it. */
export function OwnProfileScreen() {
  const { status, user } = useSession()
  const user_id = user?.user_id ?? ''
  const { data, isError, fetchStatus, refetch } = useQuery({
    ...profileQuery(user_id),
    enabled: user_id !== '',
  })
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const isLost = status === 'signed-out'
  const profile = isLost ? last : data
  return (
    <Page>
      {isLost && <SessionLostNotice />}
      {profile ? (
        <Own key={profile.user_id} profile={profile} />
      ) : isLost ? null : isError || fetchStatus === 'paused' ? (
        <Failed level={1} title={m.profiles_failed_title()} onRetry={() => void refetch()} />
      ) : (
        <PersonSkeleton />
      )}
    </Page>
  )
}
