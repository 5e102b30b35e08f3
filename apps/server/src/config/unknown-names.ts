/** Names used by other programs, which can appear in a shared `.env` file. */
const OF_OTHERS =
  /^(OTEL|NODE|NPM|PG|POSTGRES|AWS|DOCKER|COMPOSE|BUILDKIT|LC|LD|MALLOC|UV|GIT|SSH|XDG|VITE|KUBERNETES|SYSTEMD|NOTIFY)_?[A-Z0-9_]*$|^(npm_|_)/
/** Names with our prefix that commands read. With another name, as in `NOLLIE_PORT`, the prefix is a mistake. */
const OURS = /^NOLLIE_(?:BENCH_|TEST_|DATA_DIR$|DATABASE_URL$|HOST$|URL$|SERVER$)/
const KNOWN = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'PWD',
  'OLDPWD',
  'TERM',
  'TZ',
  'LANG',
  'LANGUAGE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSLKEYLOGFILE',
  'DEBUG',
  'CI',
  'EDITOR',
  'FORCE_COLOR',
  'NO_COLOR',
  'COLUMNS',
  'LINES',
  'HOSTNAME',
  'INVOCATION_ID',
  'JOURNAL_STREAM',
  'CREDENTIALS_DIRECTORY',
  'STATE_DIRECTORY',
  'CACHE_DIRECTORY',
  'RUNTIME_DIRECTORY',
  'LOGS_DIRECTORY',
])
/** A name in another form may be the rest of a value on a separate line, such as a key with an = at its end. */
const LIKE_A_SETTING = /^[A-Z][A-Z0-9]{0,19}(_[A-Z0-9]{1,19}){0,6}$/
/** In the environment, shorter names are too likely to belong to other programs. */
const SHORTEST_FOR_ENVIRONMENT = 8
/** Names of this length or more are considered typos if two letters differ; shorter names, if one letter differs. */
const LONG = { inFile: 8, inEnvironment: 12 } as const

/** Counts the letters to add, remove, replace, or swap with a neighbor to make two strings equal. */
function countEdits(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}

function findNearest(name: string, settings: readonly string[], long: number): string | null {
  const wanted = name
    .toUpperCase()
    .replaceAll(/[-.\s]/g, '_')
    .replace(/^NOLLIE_/, '')
  const [nearest] = settings
    .map((setting) => ({ setting, edits: countEdits(wanted, setting) }))
    .filter(({ setting, edits }) => edits <= (setting.length < long ? 1 : 2))
    .toSorted((one, other) => one.edits - other.edits)
  return nearest?.setting ?? null
}

type Names = {
  /** Names in the `.env` file, with their lines. */
  inFile: ReadonlyMap<string, number>
  /** Names in the environment. */
  inEnvironment: readonly string[]
  /** All settings; each can also have the suffix `_FILE`. */
  settings: readonly string[]
  /** Whether a name is a known setting. */
  isSetting: (name: string) => boolean
}

/** Describes unknown names: all those in the file, and those in the environment that resemble a setting. */
export function describeUnknownNames({ inFile, inEnvironment, settings, isSetting }: Names): string[] {
  const all = settings.flatMap((name) => [name, `${name}_FILE`])
  const isUnknown = (name: string) =>
    !isSetting(name.replace(/_FILE$/, '')) &&
    !isSetting(name) &&
    !KNOWN.has(name.toUpperCase()) &&
    !OF_OTHERS.test(name) &&
    !OURS.test(name)
  const suggest = (name: string, nearest: string) => `${name} is not a setting. Did you mean ${nearest}?`
  const ofFile = [...inFile].flatMap(([name, line]) => {
    if (!isUnknown(name)) return []
    const nearest = findNearest(name, all, LONG.inFile)
    if (nearest !== null) return [suggest(name, nearest)]
    return [
      LIKE_A_SETTING.test(name)
        ? `${name} is not a setting.`
        : `Line ${line} of the settings file has no known setting before the =.`,
    ]
  })
  const near = inEnvironment.filter(
    (name) => name.length >= SHORTEST_FOR_ENVIRONMENT && !inFile.has(name) && isUnknown(name),
  )
  const ofEnvironment = near.flatMap((name) => {
    const nearest = findNearest(name, all, LONG.inEnvironment)
    return nearest === null ? [] : [suggest(name, nearest)]
  })
  return [...ofFile, ...ofEnvironment]
}
