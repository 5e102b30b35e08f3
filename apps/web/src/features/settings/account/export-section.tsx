import type { DataExport } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileArchive } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { buildAddress, call } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { getPerson } from '../../../lib/session.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Button, buttonLook, toast } from '../../../ui/index.ts'
import { bytesText } from '../../../lib/text/bytes-text.ts'
import { showError } from '../settings-errors.ts'
import { CardState, Row, Section } from '../section.tsx'
import { exportsQuery } from '../settings-requests.ts'
import styles from '../settings.module.css'

function stateText({ status, bytes, expires_at }: DataExport): string {
  if (status === 'waiting') return m.settings_export_waiting()
  if (status === 'failed' || bytes === null || expires_at === null) return m.settings_export_failed()
  return m.settings_export_ready({ size: bytesText(bytes), date: dayText(expires_at) })
}

function Archive({ archive }: { archive: DataExport }) {
  const { id, status, asked_at } = archive
  const date = dayText(asked_at)
  return (
    <li>
      <Row
        icon={<FileArchive className={styles.icon} aria-hidden="true" />}
        title={m.settings_export_from({ date })}
        action={
          status === 'ready' && (
            <a
              {...buttonLook({ variant: 'line', size: 'sm' })}
              href={buildAddress('GET /api/my-data/exports/:export_id/file', { export_id: id })}
              download
              aria-label={m.settings_export_download_label({ date })}
            >
              <Download aria-hidden="true" />
              {m.settings_export_download()}
            </a>
          )
        }
      >
        <span role="status">{stateText(archive)}</span>
      </Row>
    </li>
  )
}

/** Requests an archive of the person's data as a single file, shows its progress, and offers the download. */
export function ExportSection() {
  const client = useQueryClient()
  const me = getPerson(useSession())
  const query = useQuery(exportsQuery)
  const ask = useMutation({
    mutationFn: () => call('POST /api/my-data/exports'),
    onSuccess: (made) => {
      patchQuery(client, exportsQuery.queryKey, (all) => [made, ...all.filter(({ id }) => id !== made.id)])
      toast({
        kind: 'success',
        title: m.settings_export_requested_title(),
        description: m.settings_export_requested_text({ email: me?.email ?? '' }),
      })
    },
    onError: (error) => {
      showError(error, m.settings_export_not_requested())
      void query.refetch()
    },
  })
  const archives = query.data ?? []
  const isWaiting = archives.some(({ status }) => status === 'waiting')
  return (
    <Section id="data" title={m.settings_export()}>
      <p className={styles.text}>{m.settings_export_text({ days: LIMITS.export_days })}</p>
      <CardState query={query} failed={m.settings_export_load_failed()}>
        {archives.length > 0 && (
          <ul aria-label={m.settings_export()}>
            {archives.map((archive) => (
              <Archive key={archive.id} archive={archive} />
            ))}
          </ul>
        )}
      </CardState>
      <div className={styles.foot}>
        <Button disabled={isWaiting} busy={ask.isPending && m.shell_loading()} onClick={() => ask.mutate()}>
          {m.settings_export_request()}
        </Button>
      </div>
    </Section>
  )
}
