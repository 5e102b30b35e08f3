import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { SpotSettlements } from '../../db/tables/stewards.ts'

/** Sets a spot's status on behalf of a steward, replacing any earlier settlement. */
export async function upsertSettlement(
  tx: Tx,
  { spot_id, ...row }: Pick<SpotSettlements, 'spot_id' | 'user_id' | 'state' | 'until'>,
): Promise<void> {
  const values = { ...row, is_over: false, created_at: sql<string>`now()` }
  await tx
    .insertInto('spot_settlements')
    .values({ spot_id, ...values })
    .onConflict((conflict) => conflict.column('spot_id').doUpdateSet(values))
    .execute()
}

/** Deletes a spot's settlement. Returns false if there is none; with `running`, ignores settlements that are over. */
export async function deleteSettlement(tx: Tx, spot_id: string, which: 'running' | 'any'): Promise<boolean> {
  return (
    (await tx
      .deleteFrom('spot_settlements')
      .where('spot_id', '=', spot_id)
      .where('is_over', 'in', which === 'any' ? [true, false] : [false])
      .returning('spot_id')
      .executeTakeFirst()) !== undefined
  )
}
