import { expect, test } from 'vitest'
import { SEED } from '../samples-of-the-day.ts'
import { shortProof } from '../proof.ts'

// Whole machines are backed up, damaged at places that are drawn, and restored. What a backup has and refuses is in src/backup.
test('proof 12, short: restored by both kinds of backup, equal by hash; each damaged backup is refused', async () => {
  const printed = await shortProof('restore-drill', { args: ['--seed', String(SEED)] })
  expect(printed).toContain('2 of 2')
  expect(printed).toContain('6 of 6')
}, 300_000)
