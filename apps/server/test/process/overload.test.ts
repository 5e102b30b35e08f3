import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

test.skipIf(!takesAll)(
  `proof 4, short: under ten times the load all are answered or refused, and afterwards it is as before${onlyWithAll}`,
  async () => {
    const database = await testDatabase()
    onTestFinished(() => database.close())
    const printed = await shortProof('overload', { args: ['--database', database.url] })
    expect(printed).toMatch(/mixed: normal 5 s later +yes/)
    expect(printed).not.toContain('MISSED')
  },
  900_000,
)
