import { expect, test } from 'vitest'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

test.skipIf(!takesAll)(
  `proof 8, short: no hostile file is executed, none ends the server, no metadata is served${onlyWithAll}`,
  async () => {
    const printed = await shortProof('hostile-files')
    expect(printed).toMatch(/executed, opened or fetched +0 /)
    expect(printed).toMatch(/the same process serves at the end +yes/)
  },
  300_000,
)
