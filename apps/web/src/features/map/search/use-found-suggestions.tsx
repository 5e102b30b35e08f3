import type { Api, FoundPlace } from '@nollie/contract'
import type { StatusFilter } from '@nollie/contract/spots/spot-types'
import { useQuery } from '@tanstack/react-query'
import { Building2, Globe, LocateFixed, MapPin, Signpost, TrainFront, Trees } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/messages.ts'
import { useCountryText } from '../../../lib/places/countries.ts'
import { cityAndState } from '../../../lib/places/place-text.ts'
import { TypeGlyph } from '../../../ui/text/type-glyph.tsx'
import { type Point, suggestionsQuery } from '../map-requests.ts'
import { placesQuery, QUERY_MIN } from './place-search.ts'
import type { TypedSearch } from './use-typed-search.ts'

type SuggestedSpot = Api['GET /api/spots/suggestions']['answer']['items'][number]

/** A suggestion for the typed text. */
export type SearchSuggestion = {
  key: string
  /** The group that the suggestion is listed under. */
  group: 'point' | 'named' | 'streets' | 'spots' | 'places'
  icon: ReactNode
  title: string
  text: string
  /** What happens on selection: the map moves to this place, or this function is called. */
  take: FoundPlace | (() => void)
}

const PLACE_ICONS: Partial<Record<FoundPlace['kind'], typeof MapPin>> = {
  country: Globe,
  town: Building2,
  park: Trees,
  station: TrainFront,
  street: Signpost,
}

function pointSuggestion({ latitude, longitude }: Point, onPoint: (point: Point) => void): SearchSuggestion {
  return {
    key: 'point',
    group: 'point',
    icon: <LocateFixed size={22} aria-hidden="true" />,
    title: m.map_go_to({ latitude: String(latitude), longitude: String(longitude) }),
    text: '',
    take: () => onPoint({ latitude, longitude }),
  }
}

type InOwnLanguage = ReturnType<typeof useCountryText>

function spotSuggestion(
  spot: SuggestedSpot,
  onSpot: (spot: SuggestedSpot) => void,
  inOwnLanguage: InOwnLanguage,
): SearchSuggestion {
  return {
    key: spot.id,
    group: 'spots',
    icon: <TypeGlyph type={spot.spot_type ?? 'other'} size={30} />,
    title: spot.name,
    text: cityAndState({ ...spot, country: inOwnLanguage(spot.country) }),
    take: () => onSpot(spot),
  }
}

function placeSuggestion(
  place: FoundPlace,
  group: 'named' | 'streets' | 'places',
  inOwnLanguage: InOwnLanguage,
): SearchSuggestion {
  const Icon = PLACE_ICONS[place.kind] ?? MapPin
  return {
    key: place.id,
    group,
    icon: <Icon size={22} aria-hidden="true" />,
    title: place.kind === 'country' ? inOwnLanguage(place.name) : place.name,
    // The country is the last part: `Bavaria, Germany`.
    text: place.text.replace(/[^,]+$/, (last) => last.replace(/\S.*/, inOwnLanguage)),
    take: place,
  }
}

function findGroup(place: FoundPlace, named: FoundPlace | undefined) {
  if (place === named) return 'named'
  return place.kind === 'street' || place.kind === 'address' ? 'streets' : 'places'
}

type Props = {
  field: TypedSearch
  /** Whether to search for spots as well as places. */
  spots: boolean
  /** Only spots with this status are suggested; by default, spots that still exist. */
  status: StatusFilter | undefined
  /** Suggestions near this point are listed first. */
  near: () => Point | null
  onSpot: (spot: SuggestedSpot) => void
  onPoint: (point: Point) => void
}

/**
 * Returns the suggestions for the typed text, in this order: the position it contains, a town or country with exactly
 * that name, streets and addresses, spots, and other places.
 */
export function useFoundSuggestions({
  field,
  spots,
  status,
  near,
  onSpot,
  onPoint,
}: Props): SearchSuggestion[] {
  const { typed, query, settled } = field
  const inOwnLanguage = useCountryText()
  const found = useQuery(suggestionsQuery(spots ? settled : '', near(), status))
  const places = useQuery(placesQuery(settled, near()))
  const foundSpots = query && spots ? (found.data?.items ?? []) : []
  // Spots are listed between places. Wait until both match the same text, so that nothing shifts during a tap.
  const isWholeText = query.length >= QUERY_MIN
  const isInOrder =
    !(spots && isWholeText) ||
    found.failureCount > 0 ||
    places.failureCount > 0 ||
    (!found.isLoading && !places.isLoading && found.isPlaceholderData === places.isPlaceholderData)
  const foundPlaces = isWholeText ? (places.data ?? []) : []
  const named = foundPlaces.find((place) => place.isNamed)
  const groupPlaces = (group: 'named' | 'streets' | 'places') =>
    foundPlaces
      .filter((place) => findGroup(place, named) === group)
      .map((place) => placeSuggestion(place, group, inOwnLanguage))
  const items = [
    ...groupPlaces('named'),
    ...groupPlaces('streets'),
    ...foundSpots.map((spot) => spotSuggestion(spot, onSpot, inOwnLanguage)),
    ...groupPlaces('places'),
  ]
  return [...(typed.kind === 'point' ? [pointSuggestion(typed, onPoint)] : []), ...(isInOrder ? items : [])]
}
