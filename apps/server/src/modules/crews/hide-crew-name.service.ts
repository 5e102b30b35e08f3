import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { hideName, showName } from './crews.queries.ts'
import { publishCrew } from './crews.service.ts'

/**
 * Hides the name of a crew, for moderators; its owner may name it anew.
 * @throws Refusal CREW_NOT_FOUND, also where it is hidden already
 */
export const hideCrewName = async (tx: Tx, id: string): Promise<void> => {
  if (!(await hideName(tx, id))) throw new Refusal('CREW_NOT_FOUND')
  await publishCrew(tx, id)
}

/** Gives a crew its name back after an appeal, unless it was named anew. */
export const showCrewName = async (tx: Tx, id: string): Promise<void> => {
  if (await showName(tx, id)) await publishCrew(tx, id)
}
