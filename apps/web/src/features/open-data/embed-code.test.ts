import { expect, test } from 'vitest'
import { buildEmbedCode, buildEmbedPath } from './embed-code.ts'

test('a path has a box in the order of GeoJSON, or a list, and a type', () => {
  const box = { west: 2.100004, south: 41.3, east: 2.3, north: 41.5 }
  expect(buildEmbedPath({ box }, null)).toBe('/embed?bbox=2.1,41.3,2.3,41.5')
  expect(buildEmbedPath({ box }, 'mini-ramp')).toBe('/embed?bbox=2.1,41.3,2.3,41.5&types=mini-ramp')
  expect(buildEmbedPath({ list: 'a-b' }, null)).toBe('/embed?list=a-b')
})

test('a box can cross the antimeridian, or be the whole world', () => {
  expect(buildEmbedPath({ box: { west: 178, south: -20, east: 190, north: -10 } }, null)).toBe(
    '/embed?bbox=178,-20,-170,-10',
  )
  expect(buildEmbedPath({ box: { west: -200, south: -95, east: 300, north: 95 } }, null)).toBe(
    '/embed?bbox=-180,-90,180,90',
  )
})

test("a list's name can't add HTML to the code", () => {
  const code = buildEmbedCode('https://nollie.example/embed?list=a&types=bowl', 'small', `"><script>'&`)
  expect(code).toContain('src="https://nollie.example/embed?list=a&amp;types=bowl"')
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;&#39;&amp;"')
  expect(code.match(/</g)).toHaveLength(2)
  expect(code).toMatch(/width="320" height="400" loading="lazy" referrerpolicy="no-referrer" sandbox="/)
})

test('a wide map is as wide as the page around it', () => {
  expect(buildEmbedCode('/embed', 'wide', '')).toContain('width="100%" height="480"')
})
