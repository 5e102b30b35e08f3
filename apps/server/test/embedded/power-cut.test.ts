import { expect, test } from 'vitest'
import { powerMissing } from '../../../../proofs/lib/power.ts'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

const missing = takesAll ? powerMissing() : null

test.skipIf(!takesAll || missing !== null)(
  `proof 2, short: after a power cut everything acknowledged is there${missing ? ` (skipped: ${missing})` : onlyWithAll}`,
  async () => {
    const printed = await shortProof('power-cut')
    expect(printed).toMatch(/opened after a power cut +1 of 1 /)
    expect(printed).toMatch(/acknowledged writes lost +0 /)
    expect(printed).toMatch(/half written +0 /)
  },
  900_000,
)
