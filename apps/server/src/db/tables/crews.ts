import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `crews`; see `migrations/025_expand_crews.sql`. */
type Crews = {
  id: string
  name: string
  named_by: string | null
  hidden_name: Generated<string | null>
  created_at: TimeNow
}

/** Columns in `crew_members`; see `migrations/025_expand_crews.sql`. */
type CrewMembers = {
  crew_id: string
  user_id: string
  role: Generated<'owner' | 'member'>
  joined_at: TimeNow
}

/** Columns in `crew_invitations`; see `migrations/025_expand_crews.sql`. */
type CrewInvitations = {
  crew_id: string
  user_id: string
  invited_by: string
  created_at: TimeNow
  declined_at: TimeOrNull
  withdrawn_at: TimeOrNull
}

/** The crew tables and their columns. */
export type CrewsTables = {
  crews: Crews
  crew_members: CrewMembers
  crew_invitations: CrewInvitations
}
