import { defineModule, type Services, worker } from '../../module.ts'
import { audit } from '../audit/index.ts'
import type { Overpass } from './ask-overpass.ts'
import { deleteDecided } from './conflicts.queries.ts'
import { IMPORT_AREA, runImportArea } from './import-area-job.ts'
import { importAreaRoutes } from './import-areas.routes.ts'
import { importRoutes } from './imports.routes.ts'
import { deleteOfTombstones } from './records.queries.ts'
import { AREA_FIGURES, type AreaFigures, type ImportElements } from './work-area.service.ts'

export {
  type IncomingRecord,
  type RecordUpdate,
  updateRecords,
  type RecordToUpdate,
  rememberRecords,
} from './update-records.service.ts'
export { markMissing } from './missing-records.service.ts'
export { toDatasetName } from './dataset-name.ts'
export { identifyRecords, type Identity } from './identify-records.service.ts'
export { recordMover } from './records.queries.ts'
export type { OsmElement, Overpass } from './ask-overpass.ts'
export { getArea, startArea } from './import-areas.service.ts'
export { AREA_FIGURES, type AreaFigures, type ImportElements, workArea } from './work-area.service.ts'
export { endRun, findCounts, insertRun, type Run, type RunCounts, saveProgress } from './runs.queries.ts'

/** The Overpass server, and the importer, which reads spots of all formats. */
export type ImportOptions = {
  overpass: Omit<Overpass, 'userAgent'>
  figures?: Partial<AreaFigures>
  importElements: ImportElements
}

/** Names this site to the operators of an Overpass server, as their usage policies ask. */
export function nameUserAgent(site: URL): string {
  return `Nollie (skate map; +${site.href})`
}

function open(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  { overpass, figures, importElements }: ImportOptions,
) {
  return {
    overpass: { ...overpass, userAgent: nameUserAgent(publicUrl) },
    figures: { ...AREA_FIGURES, ...figures },
    importElements,
  }
}

/**
 * Imported spot data across runs, and conflicts that people must resolve
 * (docs/decisions/0108-imports-that-come-again.md).
 */
export const imports = defineModule({
  name: 'imports',
  needs: ['db', 'jobs', 'publicUrl'],
  uses: { audit },
  open,
  tables: {
    import_runs: 'one row per import by the operator',
    import_areas: 'one row per import from OpenStreetMap',
    import_tiles: 'with their import; a few hundred at most',
  },
  routes: [importRoutes, importAreaRoutes],
  jobs: [worker(IMPORT_AREA, runImportArea)],
  cleanUps: [
    {
      name: 'decided import conflicts',
      everySeconds: 3600,
      removes: { import_conflicts: 'a year after the decision' },
      run: ({ db }) => deleteDecided(db),
    },
    {
      name: 'imports of deleted spots',
      everySeconds: 3600,
      removes: { import_records: 'with their spot, even if it leaves a tombstone' },
      run: ({ db }) => deleteOfTombstones(db),
    },
  ],
})
