import { useQuery } from '@tanstack/react-query'
import { countryKeys } from './keys/countries.ts'
import { LANGUAGE } from './format.ts'

const NONE: Readonly<Record<string, string>> = {}

/** Returns a country's name in the language of the page for its English one; any other text stays. */
export const useCountryText = (): (<Name extends string | null | undefined>(name: Name) => Name | string) => {
  const { data = NONE } = useQuery({
    queryKey: countryKeys.names,
    queryFn: async () => (await import('./country-names.ts')).countryNames(),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !LANGUAGE.startsWith('en'),
  })
  return (name) => (name && Object.hasOwn(data, name) ? (data[name] ?? name) : name)
}
