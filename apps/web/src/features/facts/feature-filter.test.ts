import { expect, test } from 'vitest'
import { parseFeatures, toggleFeature } from './feature-filter.ts'

test('a feature is added to the others in order, and removed again', () => {
  expect(toggleFeature({}, 'roofed')).toEqual({ features: 'roofed' })
  expect(toggleFeature({ features: 'roofed' }, 'lit')).toEqual({ features: 'lit,roofed' })
  expect(toggleFeature({ features: 'lit,roofed' }, 'roofed')).toEqual({ features: 'lit' })
  expect(toggleFeature({ features: 'lit' }, 'lit')).toEqual({ features: undefined })
})

test('unknown features are ignored', () => {
  expect(parseFeatures({ features: 'lit,unknown' })).toEqual(['lit'])
  expect(parseFeatures({})).toEqual([])
})
