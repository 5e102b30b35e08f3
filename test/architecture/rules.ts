import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser'

const SERVER = '^apps/server/src'
const WEB = '^apps/web/src'
const TESTS = '(\\.test\\.tsx?$|/testing/|^(apps|packages)/[^/]+/test/)'

// Allowed imports, from left to right (ARCHITECTURE.md): each group may import the ones before it, never the ones after
// it.
const GROUPS = [
  [
    'accounts',
    'profiles',
    'blocks',
    'audiences',
    'media',
    'ads',
    'places',
    'drafts',
    'streets',
    'notifications',
    'crews',
    'mentions',
    'audit',
  ],
  ['spots', 'posts', 'content', 'discussions'],
  [
    'likes',
    'saved',
    'lists',
    'meetups',
    'messages',
    'comments',
    'follows',
    'people',
    'stewards',
    'facts',
    'imports',
    'moderation',
    'checks',
    'busts',
    'conditions',
    'twins',
  ],
  ['discover', 'search', 'map', 'events', 'my-data', 'digests', 'previews', 'translations'],
] as const
/** These modules read across tables, and no module imports them. */
const READERS = ['discover', 'search', 'map', 'events', 'my-data', 'digests', 'previews', 'translations']

/** The rooms of the module `accounts`, from left to right. */
const ROOMS = [
  'proofs',
  'sessions',
  'sign-up',
  'account',
  'passkeys',
  'phone-numbers',
  'two-factor',
  'identities',
  'wallets',
  'access-tokens',
  'sign-in',
  'settings',
  'mails',
]

function never(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IForbiddenRuleType {
  return { name, comment, severity: 'error', from, to }
}

const later = GROUPS.slice(0, -1).map((group, index) =>
  never(
    `modules-${index + 1}-left-to-right`,
    'A module uses only modules of its own group or of groups to its left.',
    { path: `${SERVER}/modules/(${group.join('|')})/`, pathNot: TESTS },
    {
      path: `${SERVER}/modules/(${GROUPS.slice(index + 1)
        .flat()
        .join('|')})/`,
    },
  ),
)

const laterRooms = ROOMS.slice(0, -1).map((room, index) =>
  never(
    `accounts-${room}-left-to-right`,
    'A room uses services of rooms to its left. Queries and checks are open to all rooms.',
    { path: `${SERVER}/modules/accounts/${room}/`, pathNot: TESTS },
    { path: `${SERVER}/modules/accounts/(${ROOMS.slice(index + 1).join('|')})/.+\\.service\\.ts$` },
  ),
)

export const RULES: IForbiddenRuleType[] = [
  never('no-circles', 'Two files that need each other are one file.', {}, { circular: true }),
  never(
    'no-orphans',
    'A file that nobody imports does nothing.',
    {
      orphan: true,
      pathNot: ['\\.d\\.ts$', '/(main|worker|sample|import)\\.ts$', TESTS, '\\.config\\.ts$', '\\.gen\\.ts$'],
    },
    {},
  ),
  never(
    'contract-imports-zod-only',
    'Both sides read the contract.',
    { path: '^packages/contract/src', pathNot: TESTS },
    { pathNot: ['^packages/contract/src', 'node_modules/zod/'] },
  ),
  never(
    'sample-imports-the-contract-only',
    'Spots and drawings are plain data and functions.',
    { path: '^packages/sample/src', pathNot: TESTS },
    { pathNot: ['^packages/(sample|contract)/src'] },
  ),
  never(
    'server-not-legacy-import',
    'The importer of the old product is built on the server. Only the command loads it, for a folder.',
    { path: '^apps/', pathNot: [TESTS, `${SERVER}/import/main\\.ts$`] },
    { path: '^packages/legacy-import/' },
  ),
  never(
    'legacy-import-by-name',
    "The importer of the old product uses what the server's package.json exports.",
    { path: '^packages/legacy-import/src/', pathNot: TESTS },
    { path: SERVER, dependencyTypes: ['local'] },
  ),
  never(
    'product-not-lab',
    'Benches and proofs measure the product, which ships without them.',
    { path: '^(apps|packages)/', pathNot: [TESTS, '^packages/lab/'] },
    { path: '^packages/lab/' },
  ),
  never(
    'server-not-web',
    'The server knows nothing of the web client.',
    { path: '^apps/server' },
    { path: '^apps/web' },
  ),
  never(
    'web-not-server',
    'The web client reaches the server over HTTP alone.',
    { path: '^apps/web' },
    { path: '^apps/server' },
  ),
  never(
    'platform-knows-no-module',
    'The platform knows no domain word.',
    { path: `${SERVER}/(platform|db)/`, pathNot: TESTS },
    { path: `${SERVER}/(modules/|config/|[^/]+\\.ts$)` },
  ),
  never(
    'platform-knows-no-database',
    'The platform is given what it stores in: db is built on it.',
    { path: `${SERVER}/platform/`, pathNot: TESTS },
    { path: `${SERVER}/db/` },
  ),
  never(
    'platform-front-door',
    'A part of the platform is entered by its index.ts.',
    { path: SERVER, pathNot: [TESTS, `${SERVER}/platform/`] },
    { path: `${SERVER}/platform/[^/]+/`, pathNot: `${SERVER}/platform/[^/]+/index\\.ts$` },
  ),
  never(
    'platform-parts-front-door',
    'A part of the platform is entered by its index.ts, by the others too.',
    { path: `${SERVER}/platform/([^/]+)/`, pathNot: TESTS },
    {
      path: `${SERVER}/platform/[^/]+/`,
      pathNot: [`${SERVER}/platform/$1/`, `${SERVER}/platform/[^/]+/index\\.ts$`],
    },
  ),
  never(
    'migrations-inside-db',
    'How the schema came to be is known inside db; others enter it by its list.',
    { path: SERVER, pathNot: [TESTS, `${SERVER}/db/`] },
    { path: `${SERVER}/db/migrations/`, pathNot: `${SERVER}/db/migrations/index\\.ts$` },
  ),
  never(
    'modules-front-door',
    'A module is entered by its index.ts.',
    { path: `${SERVER}/modules/([^/]+)/` },
    {
      path: `${SERVER}/modules/([^/]+)/`,
      pathNot: [`${SERVER}/modules/$1/`, `${SERVER}/modules/[^/]+/index\\.ts$`],
    },
  ),
  never(
    'modules-front-door-from-outside',
    'A module is entered by its index.ts.',
    { path: `${SERVER}/(config/)?[^/]+\\.ts$`, pathNot: TESTS },
    { path: `${SERVER}/modules/[^/]+/`, pathNot: `${SERVER}/modules/[^/]+/index\\.ts$` },
  ),
  ...later,
  ...laterRooms,
  never(
    'routes-by-index',
    'The index.ts of a folder registers its routes. No other file uses them.',
    { path: `${SERVER}/modules/`, pathNot: [TESTS, '/index\\.ts$'] },
    { path: '\\.routes\\.ts$' },
  ),
  never(
    'readers-are-not-imported',
    'Views over many tables serve people, not other modules.',
    { path: `${SERVER}/modules/([^/]+)/` },
    { path: `${SERVER}/modules/(${READERS.join('|')})/`, pathNot: `${SERVER}/modules/$1/` },
  ),
  never(
    'sql-in-queries-only',
    'SQL lives in *.queries.ts, db/, and where the platform itself is the database.',
    {
      path: [SERVER, '^packages/legacy-import/src'],
      pathNot: [
        TESTS,
        '\\.queries\\.ts$',
        `${SERVER}/db/`,
        `${SERVER}/platform/(embedded-postgres/|jobs/|database-notifications\\.ts$)`,
      ],
    },
    { path: 'node_modules/(kysely|pg|pg-boss)/', dependencyTypesNot: ['type-only'] },
  ),
  never(
    'http-in-routes-only',
    'Only routes and the HTTP platform know the framework.',
    {
      path: SERVER,
      pathNot: [TESTS, '\\.routes\\.ts$', `${SERVER}/platform/http/`, `${SERVER}/(app|main)\\.ts$`],
    },
    { path: 'node_modules/(fastify|@fastify)/', dependencyTypesNot: ['type-only'] },
  ),
  never(
    'web-lib',
    'lib stands at the bottom.',
    { path: `${WEB}/lib/`, pathNot: TESTS },
    { path: `${WEB}/(ui|native|features|app)/` },
  ),
  never(
    'web-ui',
    'ui knows no feature.',
    { path: `${WEB}/(ui|native)/`, pathNot: TESTS },
    { path: `${WEB}/(features|app)/` },
  ),
  never(
    'web-features',
    'Features do not know where they are shown.',
    { path: `${WEB}/features/`, pathNot: TESTS },
    { path: `${WEB}/app/` },
  ),
  never(
    'features-front-door',
    'A feature is entered by its index.ts.',
    { path: `${WEB}/features/([^/]+)/`, pathNot: TESTS },
    {
      path: `${WEB}/features/[^/]+/`,
      pathNot: [`${WEB}/features/$1/`, `${WEB}/features/[^/]+/index\\.ts$`],
    },
  ),
  never(
    'features-front-door-from-outside',
    'A feature is entered by its index.ts.',
    { path: `${WEB}/app/`, pathNot: TESTS },
    { path: `${WEB}/features/[^/]+/`, pathNot: `${WEB}/features/[^/]+/index\\.ts$` },
  ),
  never(
    'map-engine-island',
    'The map library is known to the engine alone.',
    { path: WEB, pathNot: `${WEB}/features/map/engine/` },
    { path: 'node_modules/(maplibre-gl|pmtiles)/' },
  ),
  never(
    'native-island',
    'Capacitor is known to native/ alone.',
    { path: WEB, pathNot: `${WEB}/native/` },
    { path: 'node_modules/@capacitor/' },
  ),
  never(
    'web-without-native',
    'A browser loads nothing of the native app: its page starts native/, which nobody else imports.',
    { path: WEB, pathNot: [TESTS, `${WEB}/native/`] },
    { path: `${WEB}/native/` },
  ),
  never(
    'web-without-zod',
    'The validation library stays out of the bundle.',
    { path: WEB, pathNot: TESTS },
    { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
  ),
]
