import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

test.skipIf(!takesAll)(
  `proof 6, short: two servers share limits, sessions, uploads and live events${onlyWithAll}`,
  async () => {
    const database = await testDatabase()
    onTestFinished(() => database.close())
    const printed = await shortProof('two-servers', { args: ['--database', database.url] })
    expect(printed).not.toContain('MISSED')
    expect(printed).toMatch(/live events to the wrong person +0 /)
  },
  900_000,
)
