import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { numberText } from '../../lib/format.ts'
import { importKeys } from '../../lib/keys/imports.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, FailedNote, Loading, Note, Skeleton, toast } from '../../ui/index.ts'
import { planQuery } from './area-requests.ts'
import { getAreaName, minutesText } from './area-text.ts'
import styles from './skateparks.module.css'

function useStart(onStarted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (area: string) => call('POST /api/imports/areas', { body: { area } }),
    onSuccess: onStarted,
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.imports_osm_start_failed(),
        description: whyNot(error, m.imports_try_later()),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.all }),
  })
}

/** The preview of importing an area, and the button that starts the import. */
export function AreaPlan({ area, onStarted }: { area: string; onStarted: () => void }) {
  const { data: plan, error, refetch } = useQuery(planQuery(area))
  const start = useStart(onStarted)
  if (error && !plan)
    return (
      <FailedNote
        text={whyNot(error, m.imports_osm_plan_failed())}
        className={styles.failed}
        onRetry={() => void refetch()}
      />
    )
  if (!plan)
    return (
      <Loading label={m.imports_osm_planning()}>
        <Skeleton className={styles.skeleton} />
      </Loading>
    )
  const rows = [
    [m.imports_osm_where(), getAreaName(plan)],
    [m.imports_osm_server(), plan.server],
    [m.imports_osm_requests(), numberText(plan.tiles)],
    [m.imports_osm_time(), minutesText(plan.seconds)],
  ]
  return (
    <div className={styles.plan}>
      <dl className={styles.counts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {plan.unfinished_id && <Note>{m.imports_osm_unfinished()}</Note>}
      <Button
        variant="primary"
        busy={start.isPending && m.imports_osm_starting()}
        onClick={() => start.mutate(plan.area)}
      >
        {plan.unfinished_id ? m.imports_osm_continue() : m.imports_osm_start()}
      </Button>
    </div>
  )
}
