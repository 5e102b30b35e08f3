import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useBack } from '../../lib/use-back.ts'
import { EmptyState, HeaderBar, Page } from '../../ui/index.ts'
import { AreaChoice } from './area-choice.tsx'
import { AreaPlan } from './area-plan.tsx'
import { areasQuery } from './area-requests.ts'
import { AreaRun } from './area-run.tsx'
import { ImportFiles } from './import-files.tsx'
import { RunList } from './run-list.tsx'
import styles from './skateparks.module.css'

function AreaRuns() {
  return (
    <RunList
      query={useInfiniteQuery(areasQuery)}
      className={styles.runs}
      empty={
        <EmptyState art="map" title={m.imports_osm_runs_empty()} level={3}>
          {m.imports_osm_runs_empty_text()}
        </EmptyState>
      }
    >
      {(run) => <AreaRun run={run} />}
    </RunList>
  )
}

/** `/admin/skateparks`: imports skateparks from OpenStreetMap or from a file. `view` is the part of the map that the admin saw. */
export function SkateparksScreen({ view }: { view: string | null }) {
  const [area, setArea] = useState(view)
  const [round, setRound] = useState(0)
  const reset = () => {
    setArea(null)
    // Empties the fields.
    setRound(round + 1)
  }
  return (
    <Page header={<HeaderBar title={m.imports_osm_start()} onBack={useBack('/admin?list=imports')} />}>
      <div className={styles.root}>
        <p className={styles.intro}>{m.imports_osm_intro()}</p>
        <section aria-label={m.imports_osm_where()}>
          <AreaChoice key={round} area={area} view={view} onChoose={setArea} />
          {area && <AreaPlan key={area} area={area} onStarted={reset} />}
        </section>
        <ImportFiles />
        <section aria-labelledby="imported-areas">
          <h2 id="imported-areas" className={styles.title}>
            {m.imports_osm_runs()}
          </h2>
          <AreaRuns />
        </section>
      </div>
    </Page>
  )
}
