import type { Crew } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { CrewForm } from './crew-form.tsx'
import { reloadCrews } from './crew-requests.ts'

/** The form for renaming a crew. */
export function RenameCrew({ crew, onClosed }: { crew: Crew; onClosed: () => void }) {
  const client = useQueryClient()
  return (
    <CrewForm
      title={m.crews_rename()}
      // If the name is hidden, the crew has a neutral placeholder name that no one chose.
      name={crew.is_name_hidden ? '' : crew.name}
      submit={m.crews_save()}
      busy={m.crews_saving()}
      failed={m.crews_action_failed()}
      send={async (name) => {
        await call('PATCH /api/crews/:crew_id', { params: { crew_id: crew.id }, body: { name } })
        await reloadCrews(client)
      }}
      onClosed={onClosed}
    />
  )
}
