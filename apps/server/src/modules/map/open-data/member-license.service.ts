import { StartRefused } from '../../../platform/start-refused.ts'
import { rememberLicense } from './open-data-files.queries.ts'
import type { OpenDataDeps } from './store-open-data.service.ts'

/**
 * Stores the license that the operator chose for members' spot data.
 * @throws StartRefused for another license than at the first start with one
 */
export async function requireSameLicense({ db, members }: OpenDataDeps): Promise<void> {
  if (!members) return
  const chosen = await rememberLicense(db, members)
  if (chosen !== members)
    throw new StartRefused(
      `MEMBER_LICENSE is ${members}, but members have added spots under ${chosen}. Set it back to ${chosen}, or leave it empty.`,
    )
}
