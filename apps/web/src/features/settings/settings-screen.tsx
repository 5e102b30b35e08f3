import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import { useSession } from '../../lib/use-session.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { profileQuery } from '../people/index.ts'
import { EditProfileForm } from '../profiles/index.ts'
import { GroupList } from './group-list.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProofHost } from './proofs/proof-host.tsx'
import { SettingsParts } from './settings-parts.tsx'
import { SettingsSections } from './settings-sections.tsx'
import { useCloseGroup, useOpenGroup, usePhone } from './use-open-group.ts'
import styles from './settings.module.css'

/**
 * Shows the list of groups or one group on phones, and all sections on wider screens. An open group stays open when the
 * width changes.
 */
function Settings({ onEdit, editId }: { onEdit: () => void; editId: string }) {
  const isPhone = usePhone()
  const group = useOpenGroup(isPhone)
  const closeGroup = useCloseGroup()
  const title = group ? group.label() : m.shell_settings()
  useTitle(title)
  return (
    <Page
      header={<HeaderBar title={title} onBack={group ? closeGroup : () => go('/profile')} />}
      panel={!isPhone && <SettingsParts />}
    >
      <div className={styles.root}>
        {!group && <ProfileCard onEdit={onEdit} editId={editId} />}
        {isPhone && !group ? <GroupList /> : <SettingsSections group={group} />}
        {/* Closing a group cancels its pending re-authentication. */}
        <ProofHost key={group?.id} />
      </div>
    </Page>
  )
}

/** `/settings`: the account settings. The edit form replaces them while the profile is being edited (SET-03). */
export function SettingsScreen() {
  const { user } = useSession()
  const client = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const editId = useId()
  const wasEditing = useRef(false)
  const { data } = useQuery({ ...profileQuery(user?.user_id ?? ''), enabled: user !== null })
  useEffect(() => {
    // Returns focus to the button that opened the form.
    if (wasEditing.current && !isEditing) document.getElementById(editId)?.focus()
    wasEditing.current = isEditing
  }, [isEditing, editId])
  if (!user) return null
  if (isEditing && data)
    return (
      <Page>
        <EditProfileForm
          profile={data}
          onDone={() => {
            setEditing(false)
            void client.invalidateQueries({ queryKey: profileQuery(user.user_id).queryKey })
          }}
        />
      </Page>
    )
  return <Settings onEdit={() => setEditing(true)} editId={editId} />
}
