import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { type Mutant, buildMutants } from './lib/mutants/mutants.ts'
import { buildSqlMutants } from './lib/mutants/sql-mutants.ts'
import { option, seed, textOption } from './lib/options.ts'
import { report, seeded } from './lib/report.ts'

// Proof 11, mutants: one check, condition, or cleanup is removed from a service or policy of the server, or one condition
// from a function of the database that decides who can see what. The module's tests, followed by the authorization
// tests, have to notice. `--count N` mutants are drawn with `--seed N`; `--only
// likes` draws from files with that in their path; `--list` only prints them. Source files don't change, because the
// test runner reads the mutant instead. Seen to fail by: a mutant that no test noticed (`blocks.service.ts`: an unblock
// without a block; it has a test now).

const SERVER = join(import.meta.dirname, '../../../apps/server')
const GOAL = 0.95
const count = option('--count', { whole: 1_000_000, short: 3 })
const only = textOption('--only') ?? ''

/**
 * `shown` is the file that a person would change. For a function of the database, the runner mutates a different file.
 */
type Place = Omit<Mutant, 'kind'> & { kind: Mutant['kind'] | 'rule'; file: string; shown: string }

/** The file through which every test gets its database. A mutant of a function replaces the function there. */
const DATABASES = 'test/world/database.ts'
const OPENED = '  const drop = () => onAdmin('

function replacing(statement: string): string {
  return readFileSync(join(SERVER, DATABASES), 'utf8')
    .replace(
      OPENED,
      () =>
        `  await db.getExecutor().executeQuery(CompiledQuery.raw(${JSON.stringify(statement)}))\n${OPENED}`,
    )
    .replace('import pg', "import { CompiledQuery } from 'kysely'\nimport pg")
}

const files = globSync(
  ['src/modules/**/*.service.ts', 'src/modules/audiences/*.ts', 'src/platform/http/policy.ts'],
  {
    cwd: SERVER,
  },
).filter((file) => !file.endsWith('.test.ts') && file.includes(only))
const all = files.toSorted().flatMap((file): Place[] => {
  const mutants = buildMutants(readFileSync(join(SERVER, file), 'utf8'))
  return mutants.map((mutant) => ({ ...mutant, file, shown: file }))
})
/** The functions that return rows a viewer can see. Later migrations may replace one; only its last version counts. */
const rules = new Map<string, Place[]>()
for (const file of globSync('src/db/migrations/*_visible_*.sql', { cwd: SERVER }).toSorted())
  for (const { name, line, what, statement } of buildSqlMutants(readFileSync(join(SERVER, file), 'utf8'))) {
    const place = { kind: 'rule' as const, line, what: `${name}: ${what}`, mutated: replacing(statement) }
    const others = (rules.get(name) ?? []).filter(({ shown }) => shown === file)
    rules.set(name, [...others, { ...place, file: DATABASES, shown: file }])
  }
all.push(
  ...[...rules.values()].flat().filter(({ shown, what }) => `${shown} ${what.split(':')[0]}`.includes(only)),
)

function drawn(): Place[] {
  const random = seeded(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random(left.length), 1),
  ).flat()
}

/** The module with the tests most likely to notice a mutant of a function, by a word in the function's name. */
const NOUNS = {
  comments: 'comments',
  lists: 'lists',
  mentions: 'mentions',
  message: 'messages',
  media: 'media',
  posts: 'audiences',
  spots: 'audiences',
  positions: 'spots',
  bulletins: 'stewards',
  area: 'digests',
  notifications: 'notifications',
  discussions: 'discussions',
  people: 'blocks',
}

function testsOfRule(what: string): string[][] {
  const name = what.split(':')[0] ?? ''
  const module = Object.entries(NOUNS).find(([word]) => name.includes(word))?.[1] ?? 'audiences'
  return [
    globSync(`src/modules/{blocks,${module}}/*visib*.test.ts`, { cwd: SERVER }),
    globSync(`src/modules/${module}/**/*.test.ts`, { cwd: SERVER }),
    globSync('test/authorization/*.test.ts', { cwd: SERVER }),
  ]
}

/**
 * Lists the tests to run, starting with those most likely to catch the mutant: the file's own, its module's, and the
 * authorization tests.
 */
function testsFor({ file, kind, what }: Place): string[][] {
  if (kind === 'rule') return testsOfRule(what)
  const module = file.split('/').slice(0, 3).join('/')
  const near = globSync(`${module}/**/*.test.ts`, { cwd: SERVER })
  const first = near.filter((test) => test.includes(basename(file).replace(/\.service\.ts$|\.ts$/, '')))
  const others = near.filter((test) => !first.includes(test))
  return [first, others, globSync('test/authorization/*.test.ts', { cwd: SERVER })]
}

async function runner() {
  let present: Place | null = null
  const vitest = await createVitest(
    'test',
    {
      root: SERVER,
      watch: false,
      bail: 1,
      // The cache contains the unchanged programs.
      fsModuleCache: false,
      reporters: [{}],
      maxWorkers: option('--workers', { whole: 2, short: 2 }),
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          transform: (_code: string, id: string) =>
            present && relative(SERVER, id) === present.file ? present.mutated : undefined,
        },
      ],
    },
  )
  const passes = async (tests: readonly string[]): Promise<boolean> => {
    const wanted = new Set(tests.map((test) => join(SERVER, test)))
    const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
      wanted.has(moduleId),
    )
    if (specifications.length === 0) return true
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
  }
  return {
    close: () => vitest.close(),
    /** Whether a test fails with this mutant. */
    isNoticed: async (place: Place): Promise<boolean> => {
      present = place
      vitest.invalidateFile(join(SERVER, place.file))
      try {
        for (const tests of testsFor(place)) if (!(await passes(tests))) return true
        return false
      } finally {
        present = null
        vitest.invalidateFile(join(SERVER, place.file))
      }
    },
  }
}

const places = drawn()
console.log(`${places.length} of ${all.length} mutants of ${files.length} files, seed ${seed}`)
if (process.argv.includes('--list')) {
  for (const { shown, line, kind, what } of places) console.log(`  ${shown}:${line} ${kind}: ${what}`)
  process.exit()
}
const { isNoticed, close } = await runner()
let noticed = 0
for (const place of places) {
  const begun = Date.now()
  const isSeen = await isNoticed(place)
  if (isSeen) noticed += 1
  const { shown, line, kind, what } = place
  console.log(
    `  ${isSeen ? 'noticed' : 'NOT NOTICED'} ${shown}:${line} ${kind}: ${what} (${Math.round((Date.now() - begun) / 1000)} s)`,
  )
}
// The test runner sets the exit code whenever a test notices a mutant.
process.exitCode = 0
report({
  what: 'mutants that a test noticed',
  figure: `${noticed} of ${places.length}`,
  goal: `>= ${(GOAL * 100).toFixed(0)} %`,
  isMet: noticed >= places.length * GOAL,
})
await close()
process.exit()
