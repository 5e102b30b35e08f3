import type { Spot, SpotFacts, SpotObstacle } from '@nollie/contract'
import { FACT_AMENITIES, FACT_NAMES, FACT_RIDERS, type FactName } from '@nollie/contract/facts/fact-kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History, Pencil, Ruler } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { listen } from '../../lib/live.ts'
import { useWaiting } from '../../lib/outbox/use-outbox.ts'
import { Button, FailedNote, Loaded, Skeleton } from '../../ui/index.ts'
import { FactValue, GoodToKnow } from './good-to-know.tsx'
import { factName, kindText, obstacleDetails, valueText } from './fact-text.ts'
import { factsQuery } from './fact-requests.ts'
import { MeasuredText } from './measured-text.tsx'
import { NameSpot } from './name-spot.tsx'
import { Suggestions } from './suggestions.tsx'
import { FACTS, waitingText, type WaitingFacts } from './waiting-facts.ts'
import { SurfacePicture } from './surface-picture.tsx'
import styles from './facts.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Edit = lazyPart(() =>
  import('./edit-facts-dialog.tsx').then(({ EditFacts }) => ({ default: EditFacts })),
)
const Changes = lazyPart(() =>
  import('./fact-history-dialog.tsx').then(({ FactHistory }) => ({ default: FactHistory })),
)
const Measure = lazyPart(() =>
  import('./measure-dialog.tsx').then(({ MeasureDialog }) => ({ default: MeasureDialog })),
)

type Dialog = { name: 'edit' } | { name: 'history' } | { name: 'measure'; obstacle: SpotObstacle }

function useLiveFacts(spot_id: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: factsQuery(spot_id).queryKey })
    return listen('spot', {
      message: (event) => {
        if (event.spot_id === null || event.spot_id === spot_id) refetch()
      },
      gap: refetch,
    })
  }, [client, spot_id])
}

type SpotWithFacts = Pick<Spot, 'id' | 'name' | 'name_is_guess' | 'facts'>

/** A spot's facts, obstacles, and suggestions, with buttons to add more. */
export function FactsOfSpot({ spot }: { spot: SpotWithFacts }) {
  const query = useQuery(factsQuery(spot.id))
  const [dialog, setDialog] = useState<(Dialog & { opening: number }) | null>(null)
  const open = (next: Dialog) => setDialog((before) => ({ ...next, opening: (before?.opening ?? 0) + 1 }))
  const isEmpty = query.data !== undefined && hasNoFacts(query.data)
  useLiveFacts(spot.id)
  const failed = (retry: () => void) => (
    <FailedNote className={styles.note} text={m.facts_load_failed()} onRetry={retry} />
  )
  return (
    <section className={styles.section} aria-labelledby="spot-facts">
      {spot.name_is_guess && <NameSpot spotId={spot.id} facts={query.data} />}
      <div className={styles.head}>
        <h2
          id="spot-facts"
          className={isEmpty ? 'sr-only' : undefined}
          data-prints={isEmpty ? undefined : ''}
        >
          {m.facts_title()}
        </h2>
        {isEmpty && <p className={styles.empty}>{m.facts_empty()}</p>}
        <Button
          variant="line"
          size="sm"
          disabled={!query.data}
          icon={<Pencil aria-hidden="true" />}
          onClick={() => open({ name: 'edit' })}
        >
          {m.facts_edit()}
        </Button>
      </div>
      <Loaded
        query={query}
        failed={failed}
        skeleton={
          spot.facts ? (
            <div data-waits="">
              <Skeleton className={styles.skeleton} />
            </div>
          ) : null
        }
      >
        {query.data && <Facts spot={spot} facts={query.data} onOpen={open} />}
      </Loaded>
      <Suspense fallback={null}>
        {dialog && query.data && (
          <FactDialog
            key={dialog.opening}
            spot={spot}
            facts={query.data}
            dialog={dialog}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

function hasNoFacts({ facts, obstacles }: SpotFacts): boolean {
  return obstacles.length === 0 && FACT_NAMES.every((name) => facts[name] === null)
}

type DialogProps = {
  spot: Pick<Spot, 'id' | 'name'>
  facts: SpotFacts
  dialog: Dialog
  onClose: () => void
}

function FactDialog({ spot, facts, dialog, onClose }: DialogProps) {
  if (dialog.name === 'edit') return <Edit spot={spot} facts={facts} onClose={onClose} />
  if (dialog.name === 'history') return <Changes spotId={spot.id} facts={facts} onClose={onClose} />
  return <Measure spot={spot} obstacle={dialog.obstacle} onClose={onClose} />
}

/** Facts with free-form text, which may be long. */
const WIDE: ReadonlySet<FactName> = new Set(['fee_note', 'opening_hours', 'website'])

/** Facts shown together on one line. */
const GROUPED: ReadonlySet<FactName> = new Set([...FACT_RIDERS, ...FACT_AMENITIES])

type FactsProps = { spot: Pick<Spot, 'id' | 'name'>; facts: SpotFacts; onOpen: (dialog: Dialog) => void }

function Facts({ spot, facts, onOpen }: FactsProps) {
  const known = FACT_NAMES.filter(
    (name) => facts.facts[name] !== null && name !== 'surface' && !GROUPED.has(name),
  )
  const { surface } = facts.facts
  return (
    <>
      {facts.obstacles.length > 0 && (
        <ul className={styles.obstacles} data-prints="" aria-label={m.facts_obstacles()}>
          {facts.obstacles.map((obstacle) => (
            <ObstacleRow
              key={obstacle.id}
              spotId={spot.id}
              obstacle={obstacle}
              onMeasure={() => onOpen({ name: 'measure', obstacle })}
            />
          ))}
        </ul>
      )}
      <dl className={styles.facts} data-prints="">
        {surface && (
          <div className={styles.factWide}>
            <dt>{factName('surface')}</dt>
            <dd>
              <SurfacePicture surface={surface} />
              {valueText('surface', surface)}
            </dd>
          </div>
        )}
        {known.map((name) => (
          <div key={name} className={WIDE.has(name) ? styles.factWide : undefined}>
            <dt>{factName(name)}</dt>
            <dd dir={name === 'fee_note' ? 'auto' : undefined}>
              <FactValue name={name} value={facts.facts[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <GoodToKnow facts={facts.facts} />
      <Waits spotId={spot.id} />
      <Suggestions spotId={spot.id} facts={facts} />
      {(facts.version > 0 || facts.suggestions.length > 0) && (
        <Button
          variant="quiet"
          size="sm"
          icon={<History aria-hidden="true" />}
          onClick={() => onOpen({ name: 'history' })}
        >
          {m.facts_history()}
        </Button>
      )}
    </>
  )
}

// Lists the viewer's queued suggestions.
function Waits({ spotId }: { spotId: string }) {
  return useWaiting<WaitingFacts>(FACTS, spotId)
    .filter(({ state }) => state === 'waiting')
    .map(({ id, payload }) => (
      <p key={id} className={styles.note}>
        <bdi>{waitingText(payload.body)}</bdi> · {m.outbox_waiting()}
      </p>
    ))
}

type RowProps = { spotId: string; obstacle: SpotObstacle; onMeasure: () => void }

function ObstacleRow({ spotId, obstacle, onMeasure }: RowProps) {
  const details = obstacleDetails(obstacle)
  return (
    <li className={styles.obstacle}>
      <div className={styles.obstacleFacts}>
        <p className={styles.obstacleKind}>{kindText(obstacle.kind)}</p>
        {details.length > 0 && <p className={styles.obstacleDetails}>{details.join(' · ')}</p>}
        <MeasuredText spotId={spotId} obstacleId={obstacle.id} />
      </div>
      <Button
        variant="quiet"
        size="sm"
        icon={<Ruler aria-hidden="true" />}
        aria-label={m.facts_measure_this({ name: kindText(obstacle.kind) })}
        onClick={onMeasure}
      >
        {m.facts_measure()}
      </Button>
    </li>
  )
}
