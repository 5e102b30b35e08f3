import type { Digests, DigestChanges } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { dayText } from '../../lib/format.ts'
import { showError } from './settings-errors.ts'
import { CardState, Section } from './section.tsx'
import { digestsQuery } from './settings-requests.ts'
import { SwitchRow } from './switch-row.tsx'
import styles from './settings.module.css'

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A change shows at once; one that was not saved is taken back. */
function useSave() {
  const client = useQueryClient()
  const { queryKey } = digestsQuery
  return useMutation({
    scope: { id: 'digests' },
    // It comes on the person's own Monday morning.
    mutationFn: (changes: DigestChanges) =>
      call('PATCH /api/digests', { body: { ...changes, time_zone: zoneHere() } }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (digests) => digests && { ...digests, ...(changes as Partial<Digests>) })
    },
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onError: (error) => {
      void client.invalidateQueries({ queryKey })
      showError(error, m.settings_notifications_not_saved())
    },
  })
}

const whenText = ({ digest, digest_due_at }: Digests) =>
  digest && digest_due_at
    ? m.settings_digests_due({ day: dayText(digest_due_at) })
    : m.settings_digests_weekly_text()

/** What the person may ask for: the weekly mail, and new spots near those they saved. */
export function DigestsSection() {
  const query = useQuery(digestsQuery)
  const { mutate: save } = useSave()
  const { data: digests } = query
  return (
    <Section id="digests" title={m.settings_digests()}>
      <CardState query={query} failed={m.settings_notifications_failed()}>
        {digests && (
          <>
            <SwitchRow
              label={m.settings_digests_weekly()}
              isOn={digests.digest}
              onChange={(digest) => save({ digest })}
            />
            <p className={styles.text}>{whenText(digests)}</p>
            <SwitchRow
              label={m.settings_digests_places()}
              isOn={digests.places}
              onChange={(places) => save({ places })}
            />
            <p className={styles.text}>{m.settings_digests_places_text()}</p>
          </>
        )}
      </CardState>
    </Section>
  )
}
