import type { ImportConflict, ImportValue } from '@nollie/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { shortDistanceText } from '../../lib/text/distance-text.ts'
import { importKeys } from '../../lib/keys/imports.ts'
import { listItems } from '../../lib/paging.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, EmptyState, PagedList, toast } from '../../ui/index.ts'
import { metresTo } from '../places/index.ts'
import { fieldLabel, valueText } from '../spots/index.ts'
import { conflictsQuery } from './import-requests.ts'
import { LoadingRows } from './loading-rows.tsx'
import styles from './imports.module.css'

type Point = { latitude: number; longitude: number }

function isPoint(value: ImportValue): value is Point {
  return typeof value === 'object' && value !== null && 'latitude' in value
}

// A spot's history uses a different name for this field.
function getName(field: ImportConflict['field']) {
  return field === 'position' ? 'location' : field
}

function apartText(from: Point, to: Point): string {
  return m.imports_apart({
    distance: shortDistanceText(metresTo({ lat: from.latitude, lng: from.longitude }, to)),
  })
}

function Values({ conflict }: { conflict: ImportConflict }) {
  const { field, ours, theirs, source } = conflict
  const rows = [
    { who: m.imports_ours(), value: ours },
    { who: source, value: theirs },
  ]
  return (
    <>
      <p className={styles.field}>
        {fieldLabel(getName(field))}
        {isPoint(ours) && isPoint(theirs) && <small>{apartText(ours, theirs)}</small>}
      </p>
      <dl className={styles.values}>
        {rows.map(({ who, value }) => (
          <div key={who}>
            <dt>
              <bdi>{who}</bdi>
            </dt>
            <dd dir="auto">{valueText(getName(field), value) ?? m.spots_history_empty_value()}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Sends a moderator's decision, then refetches the lists, even if someone else decided first. */
function useDecision({ id, spot, source }: ImportConflict) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (take: boolean) =>
      call('PUT /api/imports/conflicts/:conflict_id', {
        params: { conflict_id: id },
        body: { take, version: spot.version },
      }),
    onSuccess: (_, take) =>
      toast({
        kind: 'success',
        title: take ? m.imports_use_theirs_done({ source }) : m.imports_keep_ours_done(),
      }),
    onError: (error) =>
      toast({ kind: 'error', title: m.imports_failed(), description: whyNot(error, m.imports_try_later()) }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.conflicts }),
  })
}

function Conflict({ conflict }: { conflict: ImportConflict }) {
  const { spot } = conflict
  const decision = useDecision(conflict)
  const busy = (take: boolean) => decision.isPending && decision.variables === take && m.imports_saving()
  const decide = (take: boolean) => !decision.isPending && decision.mutate(take)
  return (
    <article className={styles.row} aria-label={spot.name}>
      <p>
        <a href={`/spots/${spot.id}`}>
          <bdi>{spot.name}</bdi>
        </a>
        {spot.city && (
          <small>
            {' '}
            <bdi>{spot.city}</bdi>
          </small>
        )}
      </p>
      <Values conflict={conflict} />
      <div className={styles.buttons}>
        <Button size="sm" busy={busy(true)} onClick={() => decide(true)}>
          {m.imports_use_theirs()}
        </Button>
        <Button size="sm" variant="line" busy={busy(false)} onClick={() => decide(false)}>
          {m.imports_keep_ours()}
        </Button>
      </div>
    </article>
  )
}

/** A list of fields that both people and a source changed, for moderators to decide on. */
export function ImportConflicts() {
  const query = useInfiniteQuery(conflictsQuery)
  const conflicts = listItems(query.data)
  return (
    <PagedList
      query={query}
      count={conflicts.length}
      failed={m.imports_conflicts_failed()}
      skeleton={<LoadingRows />}
      empty={
        <EmptyState art="spots" title={m.imports_conflicts_empty()}>
          {m.imports_conflicts_empty_text()}
        </EmptyState>
      }
      next={{ label: m.imports_loading(), byHand: true }}
    >
      <p className={styles.note}>{m.imports_conflicts_text()}</p>
      <ul className={styles.rows}>
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            <Conflict conflict={conflict} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
