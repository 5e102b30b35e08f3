import type { Digests, DigestChanges } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { showError } from '../settings-errors.ts'
import { CardState, Section } from '../section.tsx'
import { digestsQuery } from '../settings-requests.ts'
import { SwitchRow } from '../switch-row.tsx'
import styles from '../settings.module.css'

function zoneHere() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Saves optimistically: a change shows immediately and is undone if it fails. */
function useSave() {
  const client = useQueryClient()
  const { queryKey } = digestsQuery
  return useMutation({
    scope: { id: 'digests' },
    // The digest is sent on Monday morning in the person's time zone.
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

function whenText({ digest, digest_due_at }: Digests) {
  return digest && digest_due_at
    ? m.settings_digests_due({ day: dayText(digest_due_at) })
    : m.settings_digests_weekly_text()
}

/** Optional emails: the weekly digest, and new spots near saved ones. */
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
