import type { Api, AreaName, FoundPlace } from '@nollie/contract'
import { metresBetween, type Point, parsePoint } from './points.ts'
import { normalizeText } from '@nollie/contract/search/normalize-text'
import { startsTerm } from './starts-term.ts'

const MOST = 6

type Match = { place: AreaName; name: string; stage: number; far: number }

// Full names rank first, then prefixes, then later words.
function findStage(name: string, q: string): number {
  const text = normalizeText(name)
  if (text === q) return 0
  if (text.startsWith(q)) return 1
  if (q.split(' ').every((term) => startsTerm(text, term))) return 2
  return q.length > 2 && text.includes(q) ? 3 : 4
}

const NO_STAGE = 4

function findBest(place: AreaName, q: string, near: Point | null): Match {
  const [best = { name: place.name, stage: NO_STAGE }] = [place.name, ...place.also]
    .map((name) => ({ name, stage: findStage(name, q) }))
    .toSorted((a, b) => a.stage - b.stage)
  const { latitude, longitude } = place
  const isPlaced = latitude !== null && longitude !== null
  return { place, ...best, far: near && isPlaced ? metresBetween(near, { latitude, longitude }) : 0 }
}

// An alternative name is shown with the place's usual name.
function found({ place: { also: _, ...place }, name }: Match): FoundPlace {
  return {
    ...place,
    name,
    text: name === place.name ? place.text : [place.name, place.text].filter(Boolean).join(', '),
    ref: null,
  }
}

/** Returns stored places that match the typed text, best first: towns, then streets and others by distance. */
export function placesAnswer(
  places: readonly AreaName[],
  query: URLSearchParams,
): Api['GET /api/places/search']['answer'] {
  const [q, near] = [normalizeText(query.get('q') ?? ''), parsePoint(query.get('near'))]
  const matches = places
    .map((place) => findBest(place, q, near))
    .filter(({ stage }) => stage < NO_STAGE)
    .toSorted(
      (a, b) =>
        a.stage - b.stage ||
        Number(b.place.kind === 'town') - Number(a.place.kind === 'town') ||
        a.far - b.far,
    )
  // The segments of a long street have the same name.
  const names = new Set<string>()
  const items = matches.filter(({ place }) => {
    const key = `${place.kind} ${place.name} ${place.text}`
    return !names.has(key) && names.add(key)
  })
  return { items: items.slice(0, MOST).map(found) }
}
