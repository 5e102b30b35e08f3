import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

test.skipIf(!takesAll)(
  `proof 5, short: slow clients are ended, streams stay and come back, and others are answered${onlyWithAll}`,
  async () => {
    const database = await testDatabase()
    onTestFinished(() => database.close())
    const printed = await shortProof('slow-clients', { args: ['--database', database.url] })
    expect(printed).toMatch(/slow clients that the server never ended, of \d+ +0 /)
    expect(printed).toMatch(/streams that did not come back, of \d+ +0 /)
    expect(printed).not.toContain('MISSED')
  },
  900_000,
)
