import type { HealthReport, HealthWarning } from '@nollie/contract'
import { queryOptions } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { systemKeys } from '../../lib/keys/system.ts'

/** The refetch interval (ms) while the page is open. */
const REFRESH_MS = 15_000

/** Fetches the server's state. */
export const healthQuery = queryOptions({
  queryKey: systemKeys.health,
  queryFn: ({ signal }) => call('GET /api/health/report', { signal }),
  refetchInterval: REFRESH_MS,
})

type Texts = { title: string; text: string }

const WARNINGS: Record<HealthWarning, (detail: string) => Texts> = {
  no_smtp: () => ({ title: m.system_warn_no_smtp(), text: m.system_warn_no_smtp_text() }),
  no_public_url: () => ({ title: m.system_warn_no_public_url(), text: m.system_warn_no_public_url_text() }),
  plain_http: () => ({ title: m.system_warn_plain_http(), text: m.system_warn_plain_http_text() }),
  trusts_anybody: () => ({
    title: m.system_warn_trusts_anybody(),
    text: m.system_warn_trusts_anybody_text(),
  }),
  no_backup: () => ({ title: m.system_warn_no_backup(), text: m.system_warn_backup_text() }),
  old_backup: (days) => ({ title: m.system_warn_old_backup({ days }), text: m.system_warn_backup_text() }),
  archive_stopped: (error) => ({
    title: m.system_warn_archive_stopped(),
    text: m.system_warn_archive_stopped_text({ error }),
  }),
  backup_failed_check: (error) => ({ title: m.system_warn_backup_failed_check(), text: error }),
  disk_low: (share) => ({ title: m.system_warn_disk_low({ share }), text: m.system_warn_disk_low_text() }),
  failing_jobs: (count) => ({
    title: m.system_warn_failing_jobs({ count: Number(count) }),
    text: m.system_warn_failing_jobs_text(),
  }),
  no_videos: () => ({ title: m.system_warn_no_videos(), text: m.system_warn_no_videos_text() }),
  no_operator: () => ({ title: m.system_warn_no_operator(), text: m.system_warn_no_operator_text() }),
  secret_in_file: () => ({
    title: m.system_warn_secret_in_file(),
    text: m.system_warn_secret_in_file_text(),
  }),
  never_busy: () => ({ title: m.system_warn_never_busy(), text: m.system_warn_never_busy_text() }),
  unused_settings: (names) => ({
    title: m.system_warn_unused_settings(),
    text: m.system_warn_unused_settings_text({ names }),
  }),
}

/** Returns the strings for a warning. */
export function warningTexts({ code, detail }: HealthReport['warnings'][number]): Texts {
  return WARNINGS[code](detail ?? '')
}
