import { SWITCHED_TYPES, type SwitchedType } from '@nollie/contract/notifications/notification-types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { showError } from '../settings-errors.ts'
import { KIND_LABELS } from './notification-labels.ts'
import { CardState, Section } from '../section.tsx'
import { switchesQuery } from '../settings-requests.ts'
import { SwitchRow } from '../switch-row.tsx'
import styles from '../settings.module.css'

function Switch({ type, isOn }: { type: SwitchedType; isOn: boolean }) {
  const client = useQueryClient()
  // The optimistic state, shown until the server's state is refetched.
  const [wanted, setWanted] = useState<boolean | null>(null)
  // Each switch runs its requests one after another, so the last click wins.
  const change = useMutation({
    scope: { id: `switch-${type}` },
    mutationFn: (on: boolean) => call('PATCH /api/notifications/switches', { body: { [type]: on } }),
    onMutate: () => client.cancelQueries({ queryKey: switchesQuery.queryKey }),
    onSuccess: (_, on) => client.setQueryData(switchesQuery.queryKey, (all) => all && { ...all, [type]: on }),
    onError: (error) => showError(error, m.settings_notifications_not_saved()),
    onSettled: (_, __, on) => setWanted((last) => (last === on ? null : last)),
  })
  return (
    <SwitchRow
      label={KIND_LABELS[type]()}
      isOn={wanted ?? isOn}
      onChange={(on) => {
        setWanted(on)
        change.mutate(on)
      }}
    />
  )
}

/** A switch for each notification type. Clicking it saves the setting. */
export function NotificationsSection() {
  const query = useQuery(switchesQuery)
  const { data } = query
  return (
    <Section id="notifications" title={m.settings_notifications()}>
      <CardState query={query} failed={m.settings_notifications_failed()}>
        <p className={styles.text}>{m.settings_notifications_text()}</p>
        {data && SWITCHED_TYPES.map((type) => <Switch key={type} type={type} isOn={data[type]} />)}
      </CardState>
    </Section>
  )
}
