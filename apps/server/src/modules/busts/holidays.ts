import { findCountryCodes } from '../places/index.ts'

const known = new Map<string, ReadonlySet<string>>()
const NONE: ReadonlySet<string> = new Set()

// The library contains several megabytes of data, so a process loads it only for its first report.
async function load(code: string, year: number): Promise<ReadonlySet<string>> {
  const { default: Holidays } = await import('date-holidays')
  const days = new Holidays(code).getHolidays(year)
  return new Set(days.filter(({ type }) => type === 'public').map(({ date }) => date.slice(0, 10)))
}

async function ofYear(code: string, year: number): Promise<ReadonlySet<string>> {
  const key = `${code} ${year}`
  const days = known.get(key) ?? (await load(code, year))
  known.set(key, days)
  return days
}

type Years = { from: number; to: number }

async function ofYears(code: string, { from, to }: Years): Promise<ReadonlySet<string>> {
  const all: string[] = []
  for (let year = from; year <= to; year++) all.push(...(await ofYear(code, year)))
  return new Set(all)
}

/**
 * Returns a country's public holidays for the given years; empty if the country is unknown. `country` is its name as
 * stored with spots.
 */
export async function loadHolidays(country: string | null, years: Years): Promise<ReadonlySet<string>> {
  for (const code of country ? findCountryCodes(country) : []) {
    const days = await ofYears(code, years)
    // Several codes can have the same name, because former countries also have codes.
    if (days.size > 0) return days
  }
  return NONE
}
