import { useQuery } from '@tanstack/react-query'
import { countryKeys } from '../keys/countries.ts'
import { LANGUAGE } from '../format.ts'

const NONE: Readonly<Record<string, string>> = {}

/** Maps English country names to names in the page's language; empty for English and while loading. */
export function useCountryNames(): Readonly<Record<string, string>> {
  return (
    useQuery({
      queryKey: countryKeys.names,
      queryFn: async () => (await import('./country-names.ts')).countryNames(),
      staleTime: Number.POSITIVE_INFINITY,
      enabled: !LANGUAGE.startsWith('en'),
    }).data ?? NONE
  )
}

/** Returns a function that translates an English country name. It returns any other string unchanged. */
export function useCountryText(): <Name extends string | null | undefined>(name: Name) => Name | string {
  const names = useCountryNames()
  return (name) => (name && Object.hasOwn(names, name) ? (names[name] ?? name) : name)
}
