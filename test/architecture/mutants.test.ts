import { expect, test } from 'vitest'
import { buildMutants } from '../../packages/lab/proofs/lib/mutants/mutants.ts'

const PROGRAM = `
export const remove = async (tx: Tx, viewer: Viewer | null, id?: string) => {
  if (!viewer) throw new Refusal('SESSION_MISSING')
  const row = await tx.selectFrom('rows').where('id', '=', id).where('user_id', '=', viewer.user_id).executeTakeFirst()
  if (row && row.isOpen) row.count += 1
  await deleteRow(tx, id ?? '')
  await tx.deleteFrom('rows').execute()
  await save(row)
}
`

test('a mutant lacks exactly one check, condition or clean-up', () => {
  const lines = (text: string) => text.split('\n').map((line) => line.trim())
  const changes = buildMutants(PROGRAM).map(({ kind, line, mutated }) => {
    const changed = lines(mutated).filter((after) => !lines(PROGRAM).includes(after))
    return [kind, line, ...changed]
  })
  expect(changes).toEqual([
    ['check', 3, ';'],
    ['condition', 4, "const row = await tx.selectFrom('rows').where('id', '=', id).executeTakeFirst()"],
    [
      'condition',
      4,
      "const row = await tx.selectFrom('rows').where('user_id', '=', viewer.user_id).executeTakeFirst()",
    ],
    ['condition', 5, 'if (true) row.count += 1'],
    ['condition', 5, 'if (row.isOpen) row.count += 1'],
    ['condition', 5, 'if (row) row.count += 1'],
    ['clean-up', 6, ';'],
    ['clean-up', 7, ';'],
  ])
})
