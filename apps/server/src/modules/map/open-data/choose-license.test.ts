import { expect, test } from 'vitest'
import { chooseLicense, type Origin } from './choose-license.ts'

function fromSources(...licenses: string[]): Origin {
  return {
    sources: licenses.map((license, n) => ({
      name: `List ${n}`,
      id: String(n),
      license,
      url: null,
      date: null,
    })),
    edited: [],
  }
}
const edited = ['name']

test('spots that members added wait for the operator’s choice', () => {
  expect(chooseLicense(fromSources(), null)).toBe(null)
  expect(chooseLicense(fromSources(), 'CC0-1.0')).toBe('CC0-1.0')
})

test.for(['ODbL 1.0', 'odbl', 'Open Database License', 'Open Data Commons Open Database License (ODbL)'])(
  'data from a source under %s stays under the ODbL, edited or not, whatever the operator chose',
  (license) => {
    for (const members of [null, 'CC0-1.0', 'ODbL-1.0'] as const) {
      expect(chooseLicense(fromSources(license), members)).toBe('ODbL-1.0')
      expect(chooseLicense({ ...fromSources(license, 'CC0'), edited }, members)).toBe('ODbL-1.0')
    }
  },
)

test('changes to a record under another license wait for the operator’s choice, because the source didn’t license them', () => {
  const city = fromSources('CC BY 4.0')
  expect(chooseLicense(city, null)).toBe('CC BY 4.0')
  expect(chooseLicense({ ...city, edited }, null)).toBe(null)
  expect(chooseLicense({ ...city, edited }, 'ODbL-1.0')).toBe('CC BY 4.0 AND ODbL-1.0')
})
