import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

test.for(['~/nollie', '~operator/nollie', '$HOME/nollie', '/srv/${USER}/data'])(
  'refuses the DATA_DIR %s, which only a shell would replace',
  (DATA_DIR) => {
    expect(() => readConfig({ DATA_DIR })).toThrow(
      "DATA_DIR must be a whole path; ~ and $NAME aren't replaced",
    )
  },
)

test.for(['data', './data', '/srv/nollie~1/data', '/srv/a $1/data'])('reads the DATA_DIR %s', (DATA_DIR) => {
  expect(readConfig({ DATA_DIR }).dataDir).toMatch(/data$/)
})

test.for(['https://nollie.example/map', 'https://nollie.example/?a=1', 'https://me:geheim@nollie.example'])(
  'refuses the PUBLIC_URL %s without printing it',
  (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL must have only [^\n]*$/)
    expect(() => readConfig({ PUBLIC_URL })).not.toThrow(/geheim/)
  },
)
