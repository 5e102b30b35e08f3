import type { ImportArea } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { dateFormat, numberText } from '../../lib/format.ts'
import { ButtonLink, Note, Time } from '../../ui/index.ts'
import { AreaActions } from './area-actions.tsx'
import { getAreaName, getMapAddress } from './area-text.ts'
import { REFUSALS } from './refusal-text.ts'
import styles from './skateparks.module.css'

const dateTimeText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const timeText = dateFormat({ timeStyle: 'short' })

const STATES: Record<ImportArea['state'], () => string> = {
  running: m.imports_osm_state_running,
  interrupted: m.imports_osm_state_interrupted,
  stopped: m.imports_osm_state_stopped,
  cancelled: m.imports_osm_state_cancelled,
  complete: m.imports_osm_state_complete,
  partial: m.imports_osm_state_partial,
  undoing: m.imports_osm_state_undoing,
  undone: m.imports_osm_state_undone,
}

const REASONS: Record<NonNullable<ImportArea['reason']>, (names: { server: string }) => string> = {
  unreachable: m.imports_osm_why_unreachable,
  busy: m.imports_osm_why_busy,
  not_overpass: m.imports_osm_why_not_overpass,
  denied: m.imports_osm_why_denied,
  no_boundary: m.imports_osm_why_no_boundary,
  failed: m.imports_osm_why_failed,
  no_file: m.imports_osm_why_no_file,
}

const STAYS: Record<ImportArea['stays'][number]['kind'], () => string> = {
  posts: m.imports_osm_stays_posts,
  reports: m.imports_osm_stays_reports,
  edits: m.imports_osm_stays_edits,
  saves: m.imports_osm_stays_saves,
  other: m.imports_osm_stays_other,
}

type Count = readonly [label: string, count: number]

function Counts({ counts, label }: { counts: readonly Count[]; label?: string }) {
  if (counts.length === 0) return null
  return (
    <div>
      {label && <p className={styles.label}>{label}</p>}
      <dl className={styles.counts}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function explain({ state, reason, server: host, waits_until, tiles_failed }: ImportArea): string | null {
  const server = host ?? ''
  if (reason) return REASONS[reason]({ server })
  if (state === 'interrupted') return m.imports_osm_why_interrupted()
  if (state === 'partial') return m.imports_osm_why_partial({ count: numberText(tiles_failed) })
  return waits_until && m.imports_osm_waits({ server, time: timeText(waits_until) })
}

function Progress({ run }: { run: ImportArea }) {
  const { tiles, tiles_done, server } = run
  const sayProgress = server === null ? m.imports_file_progress : m.imports_osm_progress
  const text = sayProgress({ done: numberText(tiles_done), all: numberText(tiles) })
  return (
    <div className={styles.progress}>
      <progress max={tiles} value={tiles_done} aria-label={text} />
      <small>{text}</small>
    </div>
  )
}

function getResults({ state, removed, added, updated, here, refused, conflicts }: ImportArea): Count[] {
  return [
    ...(state === 'undone' || state === 'undoing' ? [[m.imports_osm_removed(), removed] as const] : []),
    [m.imports_added(), added],
    ...([
      [m.imports_updated(), updated],
      [m.imports_osm_here(), here],
      [m.imports_in_conflict(), conflicts],
      [m.imports_rejected(), refused],
    ].filter(([, count]) => Number(count) > 0) as unknown as Count[]),
  ]
}

/** An import of an area: its progress, its result, and what an admin can do with it. */
export function AreaRun({ run }: { run: ImportArea }) {
  const name = getAreaName(run)
  const why = explain(run)
  const onMap = run.state !== 'undone' && run.added > 0 && getMapAddress(run)
  return (
    <article className={styles.run} aria-label={name}>
      <h3 className={styles.name}>
        <bdi>{name}</bdi>
      </h3>
      <p className={styles.state}>
        <span role="status">{STATES[run.state]()}</span>
        {' · '}
        <Time at={run.begun_at}>{dateTimeText(run.begun_at)}</Time>
      </p>
      {(run.state === 'running' || run.state === 'interrupted' || run.state === 'stopped') && (
        <Progress run={run} />
      )}
      {why && <Note>{why}</Note>}
      <Counts counts={getResults(run)} />
      <Counts
        label={m.imports_osm_refused_why()}
        counts={run.refusals.map(({ kind, count }) => [REFUSALS[kind](), count])}
      />
      <Counts
        label={m.imports_osm_stays()}
        counts={run.stays.map(({ kind, count }) => [STAYS[kind](), count])}
      />
      <div className={styles.buttons}>
        {onMap && (
          <ButtonLink href={onMap} size="sm">
            {m.imports_osm_on_map()}
          </ButtonLink>
        )}
        <AreaActions run={run} />
      </div>
    </article>
  )
}
