import { useQuery } from '@tanstack/react-query'
import { countryKeys } from './keys/countries.ts'
import { LANGUAGE } from './format.ts'

const NONE: Readonly<Record<string, string>> = {}

/** English names of countries with those in the language of the page; none where that is English, and until they are loaded. */
export const useCountryNames = (): Readonly<Record<string, string>> =>
  useQuery({
    queryKey: countryKeys.names,
    queryFn: async () => (await import('./country-names.ts')).countryNames(),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !LANGUAGE.startsWith('en'),
  }).data ?? NONE

/** Returns a country's name in the language of the page for its English one; any other text stays. */
export const useCountryText = (): (<Name extends string | null | undefined>(name: Name) => Name | string) => {
  const names = useCountryNames()
  return (name) => (name && Object.hasOwn(names, name) ? (names[name] ?? name) : name)
}
