import { defineModule, worker } from '../../module.ts'
import { audit } from '../audit/index.ts'
import { deleteDecided } from './conflicts.queries.ts'
import { IMPORT_AREA, runImportArea } from './import-area-job.ts'
import { importAreaRoutes } from './import-areas.routes.ts'
import { importFileRoutes } from './import-files.routes.ts'
import { sweepFiles } from './import-files.service.ts'
import { importRoutes } from './imports.routes.ts'
import { openImports } from './open-imports.ts'
import { READ_IMPORT_FILE, runReadFile } from './read-file-job.ts'
import { deleteOfTombstones } from './records.queries.ts'

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
export { type ImportOptions, nameUserAgent } from './open-imports.ts'
export { getArea, startArea } from './import-areas.service.ts'
export { AREA_FIGURES, type AreaFigures, type ImportElements, workArea } from './work-area.service.ts'
export type { FileImporter, FileToRead, OpenedFile } from './file-importer.ts'
export { endRun, findCounts, insertRun, type Run, type RunCounts, saveProgress } from './runs.queries.ts'

/**
 * Imported spot data across runs, and conflicts that people must resolve
 * (docs/decisions/0108-imports-that-come-again.md).
 */
export const imports = defineModule({
  name: 'imports',
  needs: ['db', 'jobs', 'publicUrl', 'storage', 'dataDir'],
  uses: { audit },
  open: openImports,
  tables: {
    import_runs: 'one row per import by the operator',
    import_areas: 'one row per import from OpenStreetMap, or of an uploaded file',
    import_tiles: 'with their import; a few hundred at most',
  },
  routes: [importRoutes, importAreaRoutes, importFileRoutes],
  jobs: [worker(IMPORT_AREA, runImportArea), worker(READ_IMPORT_FILE, runReadFile)],
  cleanUps: [
    {
      name: 'uploaded files',
      everySeconds: 3600,
      removes: {
        import_files: 'a week after their last change',
        'imports/': 'a week after their last change',
      },
      run: sweepFiles,
    },
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
