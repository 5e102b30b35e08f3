import { defineModule } from '../../module.ts'
import { deleteDecided } from './conflicts.queries.ts'
import { importRoutes } from './imports.routes.ts'
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
export { endRun, insertRun, type Run, type RunCounts, saveProgress } from './runs.queries.ts'

/**
 * Imported spot data across runs, and conflicts that people must resolve
 * (docs/decisions/0108-imports-that-come-again.md).
 */
export const imports = defineModule({
  name: 'imports',
  needs: ['db'],
  tables: {
    import_runs: 'one row per import by the operator',
  },
  routes: importRoutes,
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
