import { expect, test } from 'vitest'
import { attributeText, withHead } from '../../platform/http/fill-page.ts'
import { buildSpotHead } from './spot-head.ts'

const spot = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  name: 'Library Marble',
  description: 'Knee-high marble, waxed on the left side.',
  city: 'Barcelona',
  state: 'Catalonia',
  country: 'Spain',
  spot_types: ['ledges' as const],
  latitude: 41.3851,
  longitude: 2.1734,
  photo: { base: '/media/abc', width: 2048, height: 1536 },
}
const at = new URL('https://nollie.example')

test('C-24 a link to a spot unfurls with name, city, description, and an absolute image URL', () => {
  const { tags: head, title, description } = buildSpotHead(spot, at)
  expect(title).toBe('Library Marble · Nollie')
  expect(description).toContain('Barcelona, Catalonia')
  const place = JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1] ?? '')
  expect(place).toMatchObject({ '@type': 'Place', name: 'Library Marble', geo: { latitude: 41.3851 } })
  expect(head).toContain('<meta property="og:title" content="Library Marble">')
  expect(head).toContain('content="Barcelona, Catalonia, Spain · Knee-high marble, waxed on the left side."')
  expect(head).toContain(
    '<meta property="og:url" content="https://nollie.example/spots/0190a1b2-0000-7000-8000-000000000001">',
  )
  const picture = /property="og:image" content="([^"]+)"/.exec(head)?.[1]
  expect(picture).toMatch(
    new RegExp(`^https://nollie.example/previews/spots/${spot.id}\\.jpg\\?v=[0-9a-f]{8}$`),
  )
  expect(buildSpotHead({ ...spot, photo: { ...spot.photo, base: '/media/other' } }, at).tags).not.toContain(
    picture,
  )
  expect(head).toContain('<meta property="og:image:type" content="image/jpeg">')
  expect(head).toContain('<meta property="og:image:width" content="1200">')
  expect(head).toContain('<meta property="og:image:height" content="630">')
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image">')
})

test('C-24 text that people wrote never becomes markup in the page’s head', () => {
  const evil = `"><script>alert(1)</script><meta http-equiv='refresh' content="0;url=//evil">\u2028</head>`
  const { tags: head } = buildSpotHead(
    { ...spot, name: evil, description: evil, city: evil, country: evil },
    at,
  )
  const [markup = '', place = ''] = head.split('<script type="application/ld+json">')
  expect(markup).not.toMatch(/<script|<\/head|http-equiv='|"0;url/)
  expect(markup.match(/<(\w+)/g)?.every((tag) => tag === '<meta' || tag === '<link')).toBe(true)
  expect(place.replace(/<\/script>$/, '')).not.toContain('<')
  const page = withHead(
    '<head><title>Nollie</title></head>',
    buildSpotHead({ ...spot, name: '</title><script>' }, at),
  )
  expect(page).toContain('<title>&lt;/title&gt;&lt;script&gt; · Nollie</title>')
  expect(attributeText(`a\r\nb\u0000c "d" 'e' & <f>`)).toBe('a b c &quot;d&quot; &#39;e&#39; &amp; &lt;f&gt;')
})

test('C-24 without photo and description the preview still has a title and description', () => {
  const { tags: head } = buildSpotHead(
    { ...spot, photo: null, description: null, city: null, state: null, country: null },
    at,
  )
  expect(head).toContain('content="A skate spot on Nollie"')
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image">')
  expect(head).toContain(`/previews/spots/${spot.id}.jpg`)
})

test('C-24 a long description is cut between graphemes', () => {
  const { tags: head } = buildSpotHead(
    { ...spot, city: null, state: null, country: null, description: '👩‍🚀'.repeat(400) },
    at,
  )
  const text = /og:description" content="([^"]*)"/.exec(head)?.[1] ?? ''
  expect(text).toBe(`${'👩‍🚀'.repeat(199)}…`)
})
