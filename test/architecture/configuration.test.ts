import { expect, test } from 'vitest'
import { read } from './files.ts'

/** Lists the settings in `.env.example`, such as `PORT` in `# PORT=3000`. */
function listSettings(text: string): string[] {
  return [...text.matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
}

/** Lists the names in the tables' first column; `OIDC_<NAME>_ISSUER` matches any provider's setting. */
function listDocumented(text: string): string[] {
  return [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_<>]+)`/g)].map(([, name = '']) => name),
  )
}

function toPattern(name: string): RegExp {
  return new RegExp(`^${name.replace('<NAME>', '[A-Z0-9]+')}$`)
}

function findMissing(settings: readonly string[], documented: readonly string[]): string[] {
  return settings.filter((name) => !documented.some((one) => toPattern(one).test(name)))
}

test('finds a setting without a row, and a row without a setting', () => {
  const settings = listSettings('# PORT=3000\n# OIDC_CLUB_ISSUER=https://x\n# NEW=1\n')
  const documented = listDocumented('| `PORT`, `HOST` | 1 | x |\n| `OIDC_<NAME>_ISSUER` | none | x |\n')
  expect(findMissing(settings, documented)).toEqual(['NEW'])
  expect(documented.filter((one) => !settings.some((name) => toPattern(one).test(name)))).toEqual(['HOST'])
})

test('docs/configuration.md has exactly the settings of .env.example', () => {
  const settings = listSettings(read('.env.example'))
  const documented = listDocumented(read('docs/configuration.md'))
  expect(settings.length).toBeGreaterThan(70)
  expect(findMissing(settings, documented)).toEqual([])
  expect(documented.filter((one) => !settings.some((name) => toPattern(one).test(name)))).toEqual([])
})
