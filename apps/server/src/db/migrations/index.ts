import { readFileSync } from 'node:fs'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Step, Steps } from './steps.ts'

/** The baseline's files, one per noun, in an order that satisfies their references. */
export const BASELINE = [
  'shared',
  'accounts',
  'requests',
  'events',
  'media',
  'spots',
  'posts',
  'profiles',
  'map',
  'discussions',
  'likes',
  'comments',
  'follows',
  'blocks',
  'people',
  'timelines',
  'saved',
  'mentions',
  'messages',
  'moderation',
  'notifications',
  'streets',
  'my-data',
  'imports',
  'backups',
]

/** Creates a migration that runs this folder's `.sql` files in order. */
export function sqlFiles(...names: readonly string[]): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const name of names)
        await sql.raw(readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')).execute(db)
    },
  }
}

/**
 * Creates a migration that changes rows in batches. Its file contains one statement that changes a limited number of
 * rows (`... where id in (select id ... limit 1000 for update skip locked)`), so it can be interrupted and repeated.
 */
export function backfill(name: string): Step {
  const batch = async (db: Kysely<unknown>): Promise<number> => {
    const text = readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')
    const { numAffectedRows } = await sql.raw(text).execute(db)
    return Number(numAffectedRows ?? 0)
  }
  // Before the migration is marked as done, changes any remaining rows, such as rows that were locked.
  return { batch, up: async (db) => void (await batch(db)) }
}

/**
 * Creates a migration that walks a whole table in batches, in key order. Its file contains one statement, which updates
 * the rows that need it in the batch after the key `$1`. It returns the batch's last key as `last`, or no row at the
 * end. If the start is interrupted, it starts over from `first`, which sorts before every key.
 */
export function backfillInOrder(name: string, first: string): Step {
  const reached = new WeakMap<object, unknown>()
  const batch = async (db: Kysely<unknown>): Promise<number> => {
    const text = readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')
    const { rows } = await db.executeQuery<{ last: unknown }>(
      CompiledQuery.raw(text, [reached.get(db) ?? first]),
    )
    const [row] = rows
    if (row) reached.set(db, row.last)
    else reached.delete(db)
    return rows.length
  }
  return { batch, up: async () => undefined }
}

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/**
 * The database's history in order, written by hand. A released migration's statements never change. The next change is
 * `'002_expand_name': sqlFiles('002_expand_name')` with a file of that name in this folder, and a new `schema.sql`
 * (`npm run schema`). The type is part of the name, for programs that don't know the migration. `expand` adds and
 * `backfill` changes rows in batches ({@link backfill}); the previous release can run alongside both. `contract`
 * follows one release later and removes what older releases used (docs/decisions/0069-migrations-without-a-stop.md).
 */
export const migrations: Steps = {
  '001_baseline': sqlFiles(...BASELINE.map((noun) => `001_baseline/${noun}`)),
  '002_expand_sign_in_codes': sqlFiles('002_expand_sign_in_codes'),
  '003_expand_access_tokens': sqlFiles('003_expand_access_tokens'),
  '004_expand_proofs': sqlFiles('004_expand_proofs'),
  '005_expand_signed_tokens': sqlFiles('005_expand_signed_tokens'),
  '006_expand_factors': sqlFiles('006_expand_factors'),
  '007_expand_providers': sqlFiles('007_expand_providers'),
  '008_expand_phones': sqlFiles('008_expand_phones'),
  '009_expand_organizations': sqlFiles('009_expand_organizations'),
  '010_expand_passkeys': sqlFiles('010_expand_passkeys'),
  '011_expand_used_devices': sqlFiles('011_expand_used_devices'),
  '012_expand_recovery_notifications': sqlFiles('012_expand_recovery_notifications'),
  '013_expand_notifications_checked': sqlFiles('013_expand_notifications_checked'),
  '014_expand_sign_ins': sqlFiles('014_expand_sign_ins'),
  '015_expand_push': sqlFiles('015_expand_push'),
  '016_expand_ads': sqlFiles('016_expand_ads'),
  '017_expand_drafts': sqlFiles('017_expand_drafts'),
  '018_expand_digests': sqlFiles('018_expand_digests'),
  '018_expand_digests_checked': sqlFiles('018_expand_digests_checked'),
  '019_expand_audiences': sqlFiles('019_expand_audiences'),
  '019_expand_audiences_checked': sqlFiles('019_expand_audiences_checked'),
  '020_expand_checks': sqlFiles('020_expand_checks'),
  '020_expand_checks_checked': sqlFiles('020_expand_checks_checked'),
  '021_expand_facts': sqlFiles('021_expand_facts'),
  '022_expand_conditions': sqlFiles('022_expand_conditions'),
  '023_expand_drafts_apart': sqlFiles('023_expand_drafts_apart'),
  '024_expand_precision': sqlFiles('024_expand_precision'),
  '024_expand_precision_checked': sqlFiles('024_expand_precision_checked'),
  '025_expand_crews': sqlFiles('025_expand_crews'),
  '025_expand_crews_checked': sqlFiles('025_expand_crews_checked'),
  '026_expand_twins': sqlFiles('026_expand_twins'),
  '026_expand_twins_checked': sqlFiles('026_expand_twins_checked'),
  '027_expand_imports': sqlFiles('027_expand_imports'),
  '027_expand_imports_checked': sqlFiles('027_expand_imports_checked'),
  '028_expand_stewards': sqlFiles('028_expand_stewards'),
  '028_expand_stewards_checked': sqlFiles('028_expand_stewards_checked'),
  '029_expand_lists': sqlFiles('029_expand_lists'),
  '029_expand_lists_checked': sqlFiles('029_expand_lists_checked'),
  '030_expand_state_changes': sqlFiles('030_expand_state_changes'),
  '030_expand_state_changes_checked': sqlFiles('030_expand_state_changes_checked'),
  '031_expand_truth': sqlFiles('031_expand_truth'),
  '031_expand_truth_checked': sqlFiles('031_expand_truth_checked'),
  '032_expand_fact_stewards': sqlFiles('032_expand_fact_stewards'),
  '032_expand_fact_stewards_checked': sqlFiles('032_expand_fact_stewards_checked'),
  '033_expand_live_states': sqlFiles('033_expand_live_states'),
  '034_expand_truth_details': sqlFiles('034_expand_truth_details'),
  '034_expand_truth_details_checked': sqlFiles('034_expand_truth_details_checked'),
  '035_expand_folding': sqlFiles('035_expand_folding'),
  '036_backfill_folded_spots': backfillInOrder('036_backfill_folded_spots', BEFORE_ALL_IDS),
  '037_backfill_folded_profiles': backfillInOrder('037_backfill_folded_profiles', BEFORE_ALL_IDS),
  '038_backfill_folded_discussions': backfillInOrder('038_backfill_folded_discussions', BEFORE_ALL_IDS),
  '039_backfill_folded_street_names': backfillInOrder('039_backfill_folded_street_names', '0'),
  '040_expand_media_lists': sqlFiles('040_expand_media_lists'),
  '041_backfill_media_lists': backfill('041_backfill_media_lists'),
  '042_expand_record_datasets': sqlFiles('042_expand_record_datasets'),
  '042_expand_record_datasets_checked': sqlFiles('042_expand_record_datasets_checked'),
  '043_expand_shared_lists': sqlFiles('043_expand_shared_lists'),
  '043_expand_shared_lists_checked': sqlFiles('043_expand_shared_lists_checked'),
  '044_expand_visible_rows': sqlFiles('044_expand_visible_rows'),
  '045_expand_visible_comments': sqlFiles('045_expand_visible_comments'),
  '046_expand_shapes': sqlFiles('046_expand_shapes'),
  '047_expand_import_areas': sqlFiles('047_expand_import_areas'),
  '047_expand_import_areas_checked': sqlFiles('047_expand_import_areas_checked'),
  '048_expand_ground_and_names': sqlFiles('048_expand_ground_and_names'),
  '048_expand_ground_and_names_checked': sqlFiles('048_expand_ground_and_names_checked'),
  '049_expand_open_data': sqlFiles('049_expand_open_data'),
  '050_expand_import_files': sqlFiles('050_expand_import_files'),
  '050_expand_import_files_checked': sqlFiles('050_expand_import_files_checked'),
  '051_expand_faster_folding': sqlFiles('051_expand_faster_folding'),
  '052_expand_security_epochs': sqlFiles('052_expand_security_epochs'),
  '053_expand_visible_shapes': sqlFiles('053_expand_visible_shapes'),
  '054_expand_mutes': sqlFiles('054_expand_mutes'),
  '055_expand_named_spots': sqlFiles('055_expand_named_spots'),
  '056_expand_alt_texts': sqlFiles('056_expand_alt_texts'),
  '056_expand_alt_texts_checked': sqlFiles('056_expand_alt_texts_checked'),
  '057_expand_spot_withdrawals': sqlFiles('057_expand_spot_withdrawals'),
  '058_expand_meetups': sqlFiles('058_expand_meetups'),
  '058_expand_meetups_checked': sqlFiles('058_expand_meetups_checked'),
  '059_expand_withdrawal_times': sqlFiles('059_expand_withdrawal_times'),
  '060_expand_mutual_friends': sqlFiles('060_expand_mutual_friends'),
  '061_expand_function_comments': sqlFiles('061_expand_function_comments'),
}
