import { createHash } from 'node:crypto'
import { attributeText, type PageHead } from '../../platform/http/index.ts'
import type { UnfurlRow } from '../spots/index.ts'

const LONGEST = 200
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function shortened(text: string): string {
  const all = [...segmenter.segment(text)]
  if (all.length <= LONGEST) return text
  return `${all
    .slice(0, LONGEST - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}

// Chat apps cache an image by its URL, so the URL changes with the photo, name, or position.
function previewPath({ id, name, city, state, country, latitude, longitude, photo }: UnfurlRow): string {
  const shown = JSON.stringify([name, city, state, country, latitude, longitude, photo?.base])
  return `/previews/spots/${id}.jpg?v=${createHash('sha256').update(shown).digest('hex').slice(0, 8)}`
}

function describe(spot: UnfurlRow): string {
  const address = [spot.city, spot.state, spot.country]
    .filter((part, at, all) => part && all.indexOf(part) === at)
    .join(', ')
  return shortened([address, spot.description ?? ''].filter(Boolean).join(' · ')) || 'A skate spot on Nollie'
}

// Structured data for search engines. Escapes `<`, which could close the script element.
function placeJson(spot: UnfurlRow, absolute: (path: string) => string): string {
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Place',
    name: spot.name,
    description: describe(spot),
    url: absolute(`/spots/${spot.id}`),
    geo: { '@type': 'GeoCoordinates', latitude: spot.latitude, longitude: spot.longitude },
    address: {
      '@type': 'PostalAddress',
      addressLocality: spot.city ?? undefined,
      addressRegion: spot.state ?? undefined,
      addressCountry: spot.country ?? undefined,
    },
    ...(spot.photo ? { image: absolute(`${spot.photo.base}/1080.webp`) } : {}),
  })
    .replaceAll('<', '\\u003c')
    .replaceAll(/[\u2028\u2029]/g, ' ')
}

/**
 * Returns the head for a spot's page: title and description, link preview tags (Open Graph and Twitter), and structured
 * data for search engines. Escapes text that people wrote.
 */
export function buildSpotHead(spot: UnfurlRow, publicUrl: URL): PageHead {
  const absolute = (path: string) => new URL(path, publicUrl).href
  const tags: [name: string, text: string][] = [
    ['og:type', 'place'],
    ['og:site_name', 'Nollie'],
    ['og:title', spot.name],
    ['og:description', describe(spot)],
    ['og:url', absolute(`/spots/${spot.id}`)],
  ]
  if (spot.city) tags.push(['og:locality', spot.city])
  if (spot.country) tags.push(['og:country-name', spot.country])
  const image = absolute(previewPath(spot))
  tags.push(
    ['og:image', image],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', spot.name],
  )
  const twitter: [string, string][] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', spot.name],
    ['twitter:description', describe(spot)],
    ['twitter:image', image],
  ]
  const markup = [
    ...tags.map(([name, text]) => `<meta property="${name}" content="${attributeText(text)}">`),
    ...twitter.map(([name, text]) => `<meta name="${name}" content="${attributeText(text)}">`),
    `<link rel="canonical" href="${attributeText(absolute(`/spots/${spot.id}`))}">`,
    `<script type="application/ld+json">${placeJson(spot, absolute)}</script>`,
  ].join('')
  return { title: `${spot.name} · Nollie`, description: describe(spot), tags: markup }
}
