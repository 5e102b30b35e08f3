import type {
  ImportField,
  ImportFile,
  ImportPreview,
  RefusalKind,
  StayKind,
  StopReason,
} from '@nollie/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Json, TimeNow, TimeOrNull } from '../columns.ts'

/** A spot's values at a source: fields, and facts by name. */
export type SpotContent = Record<string, unknown>

/** Columns in `import_runs`; see `migrations/027_expand_imports.sql`. */
type ImportRuns = {
  id: string
  source: string | null
  dataset: string
  file: string
  file_hash: string
  read: Generated<number>
  added: Generated<number>
  known: Generated<number>
  updated: Generated<number>
  same: Generated<number>
  refused: Generated<number>
  conflicts: Generated<number>
  missing: Generated<number>
  returned: Generated<number>
  outcome: 'complete' | 'partial' | 'failed' | null
  begun_at: TimeNow
  moved_at: TimeNow
  ended_at: TimeOrNull
}

/** Columns in `import_records`; see `migrations/027_expand_imports.sql`. */
type ImportRecords = {
  source: string
  source_id: string
  spot_id: string
  dataset: string
  content: Json<SpotContent>
  run_id: string
  seen_at: TimeNow
  missing_since: TimeOrNull
  added_run_id: string | null
}

/** Columns in `import_conflicts`; see `migrations/027_expand_imports.sql`. */
type ImportConflicts = {
  id: string
  spot_id: string
  source: string
  field: ImportField
  theirs: Json<unknown>
  state: Generated<'open' | 'taken' | 'kept' | 'ended'>
  created_at: TimeNow
  decided_at: TimeOrNull
  decided_by: string | null
}

/** Numbers by reason, as jsonb that defaults to an empty object. */
type Counts<K extends string> = ColumnType<Partial<Record<K, number>>, string | undefined, string>

/** Columns in `import_areas`; see `migrations/047_expand_import_areas.sql`. */
type ImportAreas = {
  id: string
  run_id: string
  area: string
  label: string | null
  server: string
  state: Generated<'running' | 'stopped' | 'cancelled' | 'complete' | 'partial' | 'undoing' | 'undone'>
  reason: StopReason | null
  failures: Generated<number>
  refusals: Counts<RefusalKind>
  removed: Generated<number>
  stays: Counts<StayKind>
  started_by: string | null
  worker: string | null
  worked_at: TimeNow
  waits_until: TimeOrNull
  begun_at: TimeNow
  ended_at: TimeOrNull
}

/** Columns in `import_tiles`; see `migrations/047_expand_import_areas.sql`. */
type ImportTiles = {
  area_id: string
  number: number
  west: number
  south: number
  east: number
  north: number
  state: Generated<'waiting' | 'done' | 'failed' | 'split'>
  failures: Generated<number>
  found: Generated<number>
}

/** Columns in `import_files`; see `migrations/050_expand_import_files.sql`. */
type ImportFiles = {
  id: string
  name: string
  /** The driver returns bigint as text. */
  bytes: ColumnType<string, number, number>
  arrived: ColumnType<string, number | undefined, number>
  state: Generated<ImportFile['state']>
  round: Generated<number>
  read: Generated<number>
  problem: string | null
  source: string | null
  licence: string | null
  url: string | null
  preview: JsonOrNull<ImportPreview>
  box: JsonOrNull<TileBox>
  file_hash: string | null
  parts: number | null
  area_id: string | null
  uploaded_by: string | null
  created_at: TimeNow
  moved_at: TimeNow
}

/** jsonb that may be null. */
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** Sides of a box in degrees. */
type TileBox = { west: number; south: number; east: number; north: number }

/** The import tables and their columns. */
export type ImportsTables = {
  import_runs: ImportRuns
  import_records: ImportRecords
  import_conflicts: ImportConflicts
  import_areas: ImportAreas
  import_tiles: ImportTiles
  import_files: ImportFiles
}
