import { countryCodesNamed } from '../places/index.ts'

const known = new Map<string, ReadonlySet<string>>()
const NONE: ReadonlySet<string> = new Set()

// The library has a few megabytes of data, so it is only loaded by the process that counts, with the first report.
const load = async (code: string, year: number): Promise<ReadonlySet<string>> => {
  const { default: Holidays } = await import('date-holidays')
  const days = new Holidays(code).getHolidays(year)
  return new Set(days.filter(({ type }) => type === 'public').map(({ date }) => date.slice(0, 10)))
}

const ofYear = async (code: string, year: number): Promise<ReadonlySet<string>> => {
  const key = `${code} ${year}`
  const days = known.get(key) ?? (await load(code, year))
  known.set(key, days)
  return days
}

type Years = { from: number; to: number }

const ofYears = async (code: string, { from, to }: Years): Promise<ReadonlySet<string>> => {
  const all: string[] = []
  for (let year = from; year <= to; year++) all.push(...(await ofYear(code, year)))
  return new Set(all)
}

/** A country's public holidays in some years, by the country name that spots use; none for an unknown country. */
export const loadHolidays = async (country: string | null, years: Years): Promise<ReadonlySet<string>> => {
  for (const code of country ? countryCodesNamed(country) : []) {
    const days = await ofYears(code, years)
    // Codes of former countries have the same names.
    if (days.size > 0) return days
  }
  return NONE
}
