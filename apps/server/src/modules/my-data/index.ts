import { mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import {
  EXPORT,
  EXPORT_MAIL,
  mailExport,
  makeExport,
  type MyDataDeps,
  sweepExports,
} from './export.service.ts'
import { myDataRoutes } from './my-data.routes.ts'
import { removeDueAccounts } from './removal.service.ts'

export { PERSONAL_COLUMNS } from './personal-columns.ts'
export { removeDueAccounts } from './removal.service.ts'

const SWEEP_SECONDS = 600
const REMOVAL_SECONDS = 600

/** What belongs to a person as a whole: taking it along, and its end. Call before the jobs are started. */
export const openMyData = async (
  deps: MyDataDeps,
): Promise<{ routes: (app: FastifyInstance) => void; sweep: () => Promise<void> }> => {
  await mkdir(deps.exportsDir, { recursive: true, mode: 0o700 })
  const sweep = () => sweepExports(deps)
  deps.jobs.work(EXPORT, makeExport(deps))
  deps.jobs.work(EXPORT_MAIL, mailExport(deps))
  deps.jobs.every('old exports', SWEEP_SECONDS, sweep)
  deps.jobs.every('accounts to be removed', REMOVAL_SECONDS, () => removeDueAccounts(deps))
  return { routes: (app) => myDataRoutes(app, deps), sweep }
}
