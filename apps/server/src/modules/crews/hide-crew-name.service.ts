import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { hideName, showName } from './crews.queries.ts'
import { publishCrew } from './crews.service.ts'

/**
 * Hides a crew's name on behalf of a moderator. The owner can rename the crew.
 * @throws Refusal CREW_NOT_FOUND, including when the name is already hidden
 */
export async function hideCrewName(tx: Tx, id: string): Promise<void> {
  if (!(await hideName(tx, id))) throw new Refusal('CREW_NOT_FOUND')
  await publishCrew(tx, id)
}

/** Restores a crew's name after an appeal, unless the crew has been renamed. */
export async function showCrewName(tx: Tx, id: string): Promise<void> {
  if (await showName(tx, id)) await publishCrew(tx, id)
}
