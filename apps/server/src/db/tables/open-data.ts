import type { MemberLicense, OpenDataSource } from '@nollie/contract'
import type { Generated } from 'kysely'
import type { Json, TimeNow } from '../columns.ts'

/** Columns in `open_data_files`; see `migrations/049_expand_open_data.sql`. */
type OpenDataFiles = {
  id: string
  license: MemberLicense | null
  spots: number
  bytes: number
  sources: Json<OpenDataSource[]>
  made_at: TimeNow
  /** Unused, but the previous release reads it. */
  removals: Generated<number>
}

/** Columns in `spot_withdrawals`; see `migrations/057_expand_spot_withdrawals.sql` and later ones. */
type SpotWithdrawals = { id: Generated<number>; queued_at: TimeNow }

/** Columns in `member_license`; see `migrations/049_expand_open_data.sql`. */
type MemberLicenses = { license: MemberLicense; chosen_at: TimeNow }

/** The tables of the open data and their columns. */
export type OpenDataTables = {
  open_data_files: OpenDataFiles
  spot_withdrawals: SpotWithdrawals
  member_license: MemberLicenses
}
