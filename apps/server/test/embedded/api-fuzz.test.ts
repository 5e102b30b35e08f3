import { expect, test } from 'vitest'
import { onlyWithAll, shortProof, takesAll } from '../proof.ts'

test.skipIf(!takesAll)(
  `proof 7, short: no answer 5xx and none that the document does not allow${onlyWithAll}`,
  async () => {
    const printed = await shortProof('api-fuzz')
    expect(printed).toMatch(/answers 5xx +0 of/)
    expect(printed).toMatch(/answers that the document does not allow +0 of/)
  },
  300_000,
)
