import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { hideName, showName } from './crews.queries.ts'
import { publishCrew } from './crews.service.ts'

/**
 * Hides the name of a crew, for moderators; its owner can rename it.
 * @throws Refusal CREW_NOT_FOUND, also if it is already hidden
 */
export const hideCrewName = async (tx: Tx, id: string): Promise<void> => {
  if (!(await hideName(tx, id))) throw new Refusal('CREW_NOT_FOUND')
  await publishCrew(tx, id)
}

/** Restores a crew's name after an appeal, unless it was renamed. */
export const showCrewName = async (tx: Tx, id: string): Promise<void> => {
  if (await showName(tx, id)) await publishCrew(tx, id)
}
