import type { ImportRun } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { dateFormat, numberText } from '../../lib/format.ts'
import { EmptyState, Time } from '../../ui/index.ts'
import { runsQuery } from './import-requests.ts'
import { RunList } from './run-list.tsx'
import styles from './imports.module.css'

const dateTimeText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

const STATES: Record<ImportRun['state'], () => string> = {
  running: m.imports_state_running,
  stopped: m.imports_state_stopped,
  complete: m.imports_state_complete,
  partial: m.imports_state_partial,
  failed: m.imports_state_failed,
}

const COUNTS = [
  ['read', m.imports_read],
  ['added', m.imports_added],
  ['known', m.imports_known],
  ['updated', m.imports_updated],
  ['same', m.imports_duplicates],
  ['refused', m.imports_rejected],
  ['conflicts', m.imports_in_conflict],
  ['missing', m.imports_missing],
  ['returned', m.imports_returned],
] as const

function Run({ run }: { run: ImportRun }) {
  const { source, file, begun_at, state } = run
  const shown = COUNTS.filter(([name]) => name === 'read' || run[name] > 0)
  return (
    <article className={styles.row} aria-label={file}>
      <p>
        <b>
          <bdi>{source ?? file}</bdi>
        </b>
        {source && (
          <small>
            {' '}
            <bdi>{file}</bdi>
          </small>
        )}
      </p>
      <small>
        <Time at={begun_at}>{dateTimeText(begun_at)}</Time> · {STATES[state]()}
      </small>
      <dl className={styles.counts}>
        {shown.map(([name, label]) => (
          <div key={name}>
            <dt>{label()}</dt>
            <dd>{numberText(run[name])}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

/** A list of the operator's imports, newest first. */
export function ImportRuns() {
  return (
    <RunList
      query={useInfiniteQuery(runsQuery)}
      className={styles.rows}
      empty={
        <EmptyState art="map" title={m.imports_runs_empty()}>
          {m.imports_runs_empty_text()}
        </EmptyState>
      }
    >
      {(run) => <Run run={run} />}
    </RunList>
  )
}
