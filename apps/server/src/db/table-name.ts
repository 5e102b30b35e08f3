import type { Tables } from './tables.ts'

/** The name of any table, including those that only SQL functions use. */
export type TableName =
  | keyof Tables
  | 'cells'
  | 'spot_facets'
  | 'map_state'
  | 'spot_changes'
  | 'spot_video_checks'
  | 'timeline_queue'
  | 'schema_steps'
  | 'schema_lock'
