import type { ColumnType } from 'kysely'

/** timestamptz(3): an ISO 8601 string in UTC when read; a Date or string when written. */
export type Time = ColumnType<string, Date | string, Date | string>
/** Like {@link Time}, `now()` if omitted when written. */
export type TimeNow = ColumnType<string, Date | string | undefined, Date | string>
/** Like {@link Time}, or null. */
export type TimeOrNull = ColumnType<string | null, Date | string | null | undefined, Date | string | null>
/** jsonb: a value when read, JSON text when written. */
export type Json<T> = ColumnType<T, string, string>
