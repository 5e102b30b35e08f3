import type { Profile } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { patchQuery } from '../../lib/query-patch.ts'
import { personChanged } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { Field } from '../../ui/index.ts'
import { PictureField } from '../profiles/index.ts'
import { profileQuery } from '../people/index.ts'
import { WelcomeStep, type StepProps } from './welcome-step.tsx'
import styles from './welcome.module.css'

function NameField({ profile, onLeave }: { profile: Profile } & StepProps) {
  const client = useQueryClient()
  const [name, setName] = useState(profile.full_name ?? '')
  const [error, setError] = useState('')
  useEffect(() => {
    onLeave(async () => {
      if (name.trim() === (profile.full_name ?? '')) return true
      const { username, bio, instagram_url, version } = profile
      try {
        const saved = await call('PATCH /api/profile', {
          body: { full_name: name, username, bio, instagram_url },
          headers: { 'if-match': `"${version}"` },
        })
        patchQuery(client, profileQuery(profile.user_id).queryKey, () => saved)
        await personChanged()
        return true
      } catch (error) {
        setError((error instanceof ApiError && error.fields.full_name) || m.welcome_name_failed())
        return false
      }
    })
  }, [name, profile, client, onLeave])
  return (
    <Field
      label={m.welcome_name()}
      autoComplete="name"
      maxLength={LIMITS.full_name_max}
      value={name}
      error={error}
      onChange={({ target }) => {
        setName(target.value)
        setError('')
      }}
    />
  )
}

/** The welcome step for the profile picture and display name. */
export function YouStep({ onLeave }: StepProps) {
  const { user } = useSession()
  const profile = useQuery(profileQuery(user?.user_id ?? ''))
  return (
    <WelcomeStep text={m.welcome_you_text()} query={profile}>
      {profile.data && (
        <>
          <PictureField profile={profile.data} className={styles.picture} />
          <NameField profile={profile.data} onLeave={onLeave} />
        </>
      )}
    </WelcomeStep>
  )
}
