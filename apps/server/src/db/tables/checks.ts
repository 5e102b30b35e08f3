import type { CheckAnswer, CheckDistance } from '@nollie/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `checks`; see `migrations/020_expand_checks.sql`. */
export type Checks = {
  id: string
  spot_id: string
  user_id: string
  answer: CheckAnswer
  until: string | null
  distance: CheckDistance
  proof: 'position' | 'device' | 'photo'
  post_id: string | null
  seen_at: Time
  created_at: TimeNow
}

/** Columns in `spot_state_changes`; see `migrations/030_expand_state_changes.sql`. */
type SpotStateChanges = {
  spot_id: string
  day: Generated<string>
  state_before: CheckAnswer
  state: CheckAnswer
  changed_at: TimeNow
  notified_at: TimeOrNull
}

/** Columns in `check_changes`; see `migrations/020_expand_checks.sql`. */
type CheckChanges = { id: GeneratedAlways<number>; spot_id: string }

/** The tables for status reports and their columns. */
export type ChecksTables = {
  check_changes: CheckChanges
  checks: Checks
  spot_state_changes: SpotStateChanges
}
