import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/use-session.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { profileQuery } from '../people/index.ts'
import { EditProfileForm } from '../profiles/index.ts'
import { SettingsParts, SettingsSections } from './settings-sections.tsx'

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
  return (
    <Page
      header={<HeaderBar title={m.shell_settings()} onBack={() => go('/profile')} />}
      panel={<SettingsParts />}
    >
      <SettingsSections onEdit={() => setEditing(true)} editId={editId} />
    </Page>
  )
}
