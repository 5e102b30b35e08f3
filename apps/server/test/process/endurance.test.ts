import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

test.skipIf(!takesAll)(
  `proof 13, short: half of the load, and no answer is 5xx${onlyWithAll}`,
  async () => {
    const database = await testDatabase()
    onTestFinished(() => database.close())
    const printed = await shortProof('endurance', { args: ['--database', database.url] })
    expect(printed).toMatch(/answers 5xx, and none, of \d+ +0 /)
    expect(printed).not.toContain('MISSED')
  },
  900_000,
)
