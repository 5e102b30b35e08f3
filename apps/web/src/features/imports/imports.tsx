import { MapPinPlus } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/index.ts'
import { ImportConflicts } from './import-conflicts.tsx'
import { ImportRuns } from './import-runs.tsx'
import styles from './imports.module.css'

/** Conflicts between changes by people and by sources, and the operator's imports. */
export function Imports() {
  return (
    <div className={styles.root}>
      <ButtonLink href="/admin/skateparks" wide icon={<MapPinPlus size={20} aria-hidden="true" />}>
        {m.imports_osm_title()}
      </ButtonLink>
      <section aria-labelledby="import-conflicts">
        <h2 id="import-conflicts" className={styles.title}>
          {m.imports_conflicts()}
        </h2>
        <ImportConflicts />
      </section>
      <section aria-labelledby="import-runs">
        <h2 id="import-runs" className={styles.title}>
          {m.imports_runs()}
        </h2>
        <ImportRuns />
      </section>
    </div>
  )
}
