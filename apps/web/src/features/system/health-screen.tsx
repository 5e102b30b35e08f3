import type { HealthReport } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { agoText } from '../../lib/text/ago-text.ts'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { useBack } from '../../lib/use-back.ts'
import { HeaderBar, Loaded, Loading, Page, Skeleton, Time } from '../../ui/index.ts'
import { bytesText, waitText } from './amount-text.ts'
import { type Figure, FigureList } from './figure-list.tsx'
import { FailingJobs } from './failing-jobs.tsx'
import { healthQuery } from './health-requests.ts'
import { Warnings } from './warnings.tsx'
import styles from './system.module.css'

function renderAgo(at: string) {
  return <Time at={at}>{agoText(at)}</Time>
}

function versionFigures({ versions, started_at }: HealthReport): Figure[] {
  return [
    [m.system_program(), versions.program],
    [m.system_database(), `PostgreSQL ${versions.database}`],
    [m.system_schema(), versions.schema],
    [m.system_node(), versions.node],
    [m.system_started(), renderAgo(started_at)],
  ]
}

function queueFigures({ queue }: HealthReport): Figure[] {
  const sum = (key: 'waiting' | 'active' | 'retrying' | 'failed') =>
    numberText(queue.kinds.reduce((total, kind) => total + kind[key], 0))
  const ages = queue.kinds.flatMap(({ oldest_seconds }) => oldest_seconds ?? [])
  return [
    [m.system_waiting(), sum('waiting')],
    [m.system_active(), sum('active')],
    [m.system_retrying(), sum('retrying')],
    [m.system_failed(), sum('failed')],
    [m.system_oldest(), waitText(ages.length > 0 ? Math.max(...ages) : null)],
    [m.system_media_waiting(), numberText(queue.media_waiting)],
    [m.system_media_oldest(), waitText(queue.media_oldest_seconds)],
  ]
}

function storageFigures({ storage: { disk, ...storage } }: HealthReport): Figure[] {
  return [
    [
      m.system_disk(),
      disk
        ? m.system_disk_of({ free: bytesText(disk.free_bytes), all: bytesText(disk.bytes) })
        : m.system_disk_none(),
    ],
    [
      m.system_media(),
      m.system_media_of({ count: numberText(storage.media_files), bytes: bytesText(storage.media_bytes) }),
    ],
    [m.system_database_size(), bytesText(storage.database_bytes)],
  ]
}

function recordFigure(name: string, record: HealthReport['backups']['last_backup']): Figure {
  return [
    name,
    record ? (
      <>
        {renderAgo(record.at)}
        {`, ${bytesText(record.bytes)}`}
      </>
    ) : (
      m.system_never()
    ),
  ]
}

function backupFigures({ backups }: HealthReport): Figure[] {
  const { archive, last_check } = backups
  return [
    backups.last_backup || !archive?.until
      ? recordFigure(m.system_last_backup(), backups.last_backup)
      : [m.system_last_backup(), renderAgo(archive.until)],
    recordFigure(m.system_last_restore(), backups.last_restore),
    [
      m.system_archive(),
      archive?.from && archive.until
        ? m.system_archive_of({ from: agoText(archive.from), until: agoText(archive.until) })
        : m.system_archive_none(),
    ],
    [
      m.system_last_check(),
      last_check ? (
        <>
          {renderAgo(last_check.at)}
          {`, ${last_check.ok ? m.system_check_ok() : m.system_check_failed()}`}
        </>
      ) : (
        m.system_never()
      ),
    ],
  ]
}

function processFigures({ mail, process }: HealthReport): Figure[] {
  return [
    [m.system_mail(), mail.transport === 'smtp' ? m.system_mail_smtp() : m.system_mail_files()],
    [m.system_mail_sent(), numberText(mail.sent)],
    [m.system_mail_failed(), numberText(mail.failed)],
    [m.system_streams(), numberText(process.streams)],
    [
      m.system_connections(),
      m.system_connections_of({
        busy: numberText(process.connections.busy),
        max: numberText(process.connections.max),
      }),
    ],
    [m.system_memory(), bytesText(process.memory_bytes)],
  ]
}

function Report({ report }: { report: HealthReport }) {
  return (
    <>
      <Warnings warnings={report.warnings} />
      <FailingJobs jobs={report.queue.failing} />
      <div className={styles.parts}>
        <FigureList title={m.system_versions()} figures={versionFigures(report)} />
        <FigureList title={m.system_queue()} figures={queueFigures(report)} />
        <FigureList title={m.system_storage()} figures={storageFigures(report)} />
        <FigureList title={m.system_backups()} figures={backupFigures(report)} />
        <FigureList title={m.system_process()} figures={processFigures(report)} />
      </div>
    </>
  )
}

/**
 * `/admin/health`: the server's state, for its operator. Warnings come first, then metrics. Refetched while it is open.
 */
export function HealthScreen() {
  const query = useQuery(healthQuery)
  const skeleton = (
    <Loading label={m.system_loading()}>
      <div className={styles.parts}>
        {[0, 1, 2, 3].map((part) => (
          <Skeleton key={part} className={styles.skeleton} />
        ))}
      </div>
    </Loading>
  )
  return (
    <Page wide header={<HeaderBar title={m.system_title()} onBack={useBack('/admin')} />}>
      <div className={styles.root}>
        <Loaded query={query} failed={m.system_load_failed()} skeleton={skeleton}>
          {query.data && <Report report={query.data} />}
        </Loaded>
      </div>
    </Page>
  )
}
