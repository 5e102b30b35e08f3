import { expect, test } from 'vitest'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

test.skipIf(!takesAll)(
  `proof 14, short: what somebody leaves behind is in no table, file, log or backup${onlyWithAll}`,
  async () => {
    const printed = await shortProof('leaving')
    expect(printed).toMatch(/a moment restored from the archive +0 /)
    expect(printed).not.toContain('MISSED')
  },
  900_000,
)
