import type { ColumnType } from 'kysely'

/** timestamptz(3): read as an ISO 8601 string in UTC, written as a Date or string. */
export type Time = ColumnType<string, Date | string, Date | string>
/** Like {@link Time}, but defaults to `now()` if omitted on insert. */
export type TimeNow = ColumnType<string, Date | string | undefined, Date | string>
/** Like {@link Time}, but nullable. */
export type TimeOrNull = ColumnType<string | null, Date | string | null | undefined, Date | string | null>
/** jsonb: read as a value, written as a JSON string. */
export type Json<T> = ColumnType<T, string, string>
