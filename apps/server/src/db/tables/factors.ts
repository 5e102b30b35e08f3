import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `factors`; see `migrations/006_expand_factors.sql`. */
type Factors = {
  id: string
  user_id: string
  kind: 'totp' | 'passkey' | 'sms'
  name: string
  /** When the factor's first code was accepted. */
  proven_at: TimeOrNull
  /** The time step of the last code that was accepted. */
  last_step: Generated<string | number>
  last_used_at: TimeOrNull
  created_at: TimeNow
}

/** A recovery code, stored as a keyed hash. */
type RecoveryCodes = { user_id: string; digest: string; created_at: TimeNow }

/** A sign-in that is waiting for a second factor. */
type FactorChallenges = {
  id: string
  user_id: string
  token: string
  way: string
  /** Whether the sign-in cancels the person's pending account deletion. */
  cancels_deletion: Generated<boolean>
  wrong_tries: Generated<number>
  /** The person's epoch when they proved the first factor. */
  security_epoch: Generated<number>
  expires_at: Time
  created_at: TimeNow
}

/** A browser that can skip the second factor. */
type TrustedDevices = {
  id: string
  user_id: string
  token: string
  user_agent: string | null
  last_used_at: TimeNow
  expires_at: Time
  created_at: TimeNow
}

/** A request to remove all factors, made by a person who lost them. */
type FactorRecoveries = { id: string; user_id: string; due_at: Time; created_at: TimeNow }

/** The second factor tables and their columns. */
export type FactorsTables = {
  factors: Factors
  recovery_codes: RecoveryCodes
  factor_challenges: FactorChallenges
  trusted_devices: TrustedDevices
  factor_recoveries: FactorRecoveries
}
