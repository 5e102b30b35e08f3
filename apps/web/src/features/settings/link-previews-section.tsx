import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { showError } from './settings-errors.ts'
import { CardState, Section } from './section.tsx'
import { preferencesQuery } from './settings-requests.ts'
import { classes } from '../../lib/classes.ts'
import styles from './settings.module.css'

/** Whether link previews of the person's page, posts, and discussions are public. Saved immediately. */
export function PreviewsSection() {
  const client = useQueryClient()
  const query = useQuery(preferencesQuery)
  const save = useMutation({
    scope: { id: 'preferences' },
    mutationFn: (link_previews: boolean) =>
      call('PATCH /api/account/preferences', { body: { link_previews } }),
    onMutate: () => client.cancelQueries({ queryKey: preferencesQuery.queryKey }),
    onSuccess: (saved) => client.setQueryData(preferencesQuery.queryKey, saved),
    onError: (error) => showError(error, m.settings_nothing_changed()),
  })
  const isOn = save.isPending ? save.variables : query.data?.link_previews
  return (
    <Section id="links" title={m.settings_links()}>
      <CardState query={query} failed={m.settings_links_failed()}>
        <p className={styles.text}>{m.settings_links_text()}</p>
        <label className={classes(styles.row, styles.settingsSwitch)}>
          <span className={styles.info}>{m.settings_links_show()}</span>
          <input
            type="checkbox"
            role="switch"
            className={styles.switch}
            checked={isOn ?? false}
            aria-checked={isOn ?? false}
            onChange={({ target }) => save.mutate(target.checked)}
          />
        </label>
      </CardState>
    </Section>
  )
}
