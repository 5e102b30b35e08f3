import type { FactValues } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { applyChange } from './apply-change.service.ts'
import { getChange, insertChange, lockFacts, withdrawOfSource } from './fact-changes.queries.ts'

type Facts = Partial<FactValues>

/** A source's facts about a spot. */
export type SourceFacts = {
  spot_id: string
  source: string
  /** Values to apply immediately, because people haven't set different ones. */
  applies: Facts
  /** Values that differ from what people have set. Each field becomes its own suggestion. */
  suggests: Facts
  /** Fields for which this source's earlier suggestions are withdrawn. */
  settled: readonly string[]
}

async function insert(tx: Tx, of: { spot_id: string; source: string }, patch: Facts): Promise<string> {
  const id = uuid()
  await insertChange(tx, { ...of, id, user_id: null, fields: Object.keys(patch), patch, undoes: null })
  return id
}

/**
 * Writes a source's facts about a spot. A source has no vote, so its suggestions need a moderator or two members. Once
 * applied, they appear in the history under the source's name and can be undone like any change.
 */
export async function writeSourceFacts(
  tx: Tx,
  { spot_id, source, applies, suggests, settled }: SourceFacts,
): Promise<void> {
  const about = [...Object.keys(applies), ...Object.keys(suggests), ...settled]
  if (about.length === 0) return
  await lockFacts(tx, spot_id)
  await withdrawOfSource(tx, spot_id, source, about)
  const of = { spot_id, source }
  if (Object.keys(applies).length > 0)
    await applyChange(tx, await getChange(tx, await insert(tx, of, applies)))
  for (const [field, value] of Object.entries(suggests)) await insert(tx, of, { [field]: value })
}
