import { SWITCHED_TYPES, type SwitchedType } from '@nollie/contract/notifications/notification-types'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { showError } from './error-text.ts'
import { CardState, Section } from './section.tsx'
import { switchesQuery } from './settings-requests.ts'
import { classes } from '../../lib/classes.ts'
import styles from './settings.module.css'

const LABELS: Record<SwitchedType, () => string> = {
  like: m.settings_kind_like,
  comment: m.settings_kind_comment,
  comment_reply: m.settings_kind_comment_reply,
  comment_like: m.settings_kind_comment_like,
  discussion_comment: m.settings_kind_discussion_comment,
  comment_removed: m.settings_kind_comment_removed,
  mention: m.settings_kind_mention,
  follow: m.settings_kind_follow,
  message_request: m.settings_kind_message_request,
  report_outcome: m.settings_kind_report_outcome,
  spot_removed: m.settings_kind_spot_removed,
}

function Switch({ type, isOn }: { type: SwitchedType; isOn: boolean }) {
  const client = useQueryClient()
  // The pressed state shows at once, until the server's state is loaded again.
  const [wanted, setWanted] = useState<boolean | null>(null)
  // Requests of one switch run one after another, so that the last press wins.
  const change = useMutation({
    scope: { id: `switch-${type}` },
    mutationFn: (on: boolean) => call('PATCH /api/notifications/switches', { body: { [type]: on } }),
    onMutate: () => client.cancelQueries({ queryKey: switchesQuery.queryKey }),
    onSuccess: (_, on) => client.setQueryData(switchesQuery.queryKey, (all) => all && { ...all, [type]: on }),
    onError: (error) => showError(error, m.settings_notifications_not_saved()),
    onSettled: (_, __, on) => setWanted((last) => (last === on ? null : last)),
  })
  const isChecked = wanted ?? isOn
  return (
    <label className={classes(styles.row, styles.settingsSwitch)}>
      <span className={styles.info}>{LABELS[type]()}</span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isChecked}
        aria-checked={isChecked}
        onChange={({ target }) => {
          setWanted(target.checked)
          change.mutate(target.checked)
        }}
      />
    </label>
  )
}

/** A switch for each type of notification; a press saves it. */
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
