import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from './columns.ts'

/** Columns of `factors`, see `migrations/006_expand_factors.sql`. */
type Factors = {
  id: string
  user_id: string
  kind: 'totp' | 'passkey' | 'sms'
  name: string
  /** When its first code was right. */
  proven_at: TimeOrNull
  /** The time step of the last accepted code. */
  last_step: Generated<string | number>
  last_used_at: TimeOrNull
  created_at: TimeNow
}

/** A recovery code, as its keyed hash. */
type RecoveryCodes = { user_id: string; digest: string; created_at: TimeNow }

/** A sign-in waiting for a second factor. */
type FactorChallenges = {
  id: string
  user_id: string
  token: string
  way: string
  /** Whether the sign-in cancels the person's requested deletion. */
  cancels_deletion: Generated<boolean>
  wrong_tries: Generated<number>
  expires_at: Time
  created_at: TimeNow
}

/** A browser that skips the second factor. */
type TrustedDevices = {
  id: string
  user_id: string
  token: string
  user_agent: string | null
  last_used_at: TimeNow
  expires_at: Time
  created_at: TimeNow
}

/** A request to remove all factors of a person who lost them. */
type FactorRecoveries = { id: string; user_id: string; due_at: Time; created_at: TimeNow }

/** The tables of factors, by name. */
export type FactorsTables = {
  factors: Factors
  recovery_codes: RecoveryCodes
  factor_challenges: FactorChallenges
  trusted_devices: TrustedDevices
  factor_recoveries: FactorRecoveries
}
