import { expect, test } from 'vitest'
import { shortProof } from '../proof.ts'

test('proof 12, short: restored by both kinds of backup, equal by hash; each damaged backup is refused', async () => {
  const printed = await shortProof('restore-drill')
  expect(printed).toContain('2 of 2')
  expect(printed).toContain('6 of 6')
}, 300_000)
