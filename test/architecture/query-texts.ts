/** A table that a query text reads directly: `file`, and the table with its alias in the text. */
export type TableRead = { file: string; read: string }

/** Tables with rows that belong to someone. Each has a function that returns the ones a viewer can see. */
export const GUARDED = [
  'posts',
  'spots',
  'spot_positions',
  'comments',
  'discussions',
  'profiles',
  'media',
  'lists',
  'mentions',
  'bulletins',
  'message_sides',
  'messages',
  'notifications',
  'likes',
] as const

const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\w+|[^\s\w]/g
/** Ends the list of tables after `from`. */
const ENDS = new Set([
  'where',
  'group',
  'order',
  'limit',
  'offset',
  'union',
  'select',
  'set',
  'returning',
  'having',
])
const STARTS = new Set(['from', 'join', 'using', 'into', 'update'])
/** Functions whose arguments contain `from`. */
const TAKES_FROM = new Set(['extract', 'substring', 'trim', 'overlay', 'position'])
const SKIPPED = new Set(['only', 'lateral'])
const STARTS_A_QUERY = new Set(['select', 'values', 'with'])
const NO_ALIAS = new Set([
  ...ENDS,
  ...STARTS,
  'on',
  'left',
  'cross',
  'inner',
  'as',
  'values',
  'default',
  'limit',
])

function isName(token: string | undefined): token is string {
  return token !== undefined && /^"?[a-z_]\w*"?$/.test(token)
}

function unquoted(token: string): string {
  return token.replaceAll('"', '')
}

/**
 * Lists the tables that a text names after from, join, using, insert into, or update, with their aliases. Excludes
 * functions and the text's own CTEs.
 */
export function tablesIn(text: string): string[] {
  const tokens = (text.match(TOKENS) ?? []).filter((token) => !/^--|^\/\*|^'/.test(token))
  const ctes = new Set(
    tokens.flatMap((token, i) =>
      isName(token) && tokens[i + 1] === 'as' && /^(?:\(|materialized)$/.test(tokens[i + 2] ?? '')
        ? [token]
        : [],
    ),
  )
  const found: string[] = []
  // For each open parenthesis: whether a comma starts another table, and which function it belongs to.
  const open = [{ listed: false, of: '' }]
  let expected = false
  tokens.forEach((token, i) => {
    const level = open.at(-1) as (typeof open)[number]
    const before = tokens[i - 1] ?? ''
    if (token === '(') {
      open.push({ listed: expected, of: before })
      return
    }
    if (token === ')') {
      open.pop()
      expected = false
      return
    }
    if (STARTS.has(token) && before !== 'distinct' && before !== 'do' && !TAKES_FROM.has(level.of)) {
      level.listed = token === 'from' || token === 'join'
      expected = true
      return
    }
    if (ENDS.has(token)) level.listed = false
    if (token === ',' && level.listed) expected = true
    if (!expected || token === ',' || SKIPPED.has(token)) return
    expected = false
    if (STARTS_A_QUERY.has(token)) return
    if (!isName(token) || tokens[i + 1] === '(' || ctes.has(unquoted(token))) return
    const alias = tokens[i + 1] === 'as' ? tokens[i + 2] : tokens[i + 1]
    const name = unquoted(token)
    found.push(isName(alias) && !NO_ALIAS.has(alias) ? `${name} ${unquoted(alias)}` : name)
  })
  return found
}

/** Lists the reads of {@link GUARDED} tables in a text, without duplicates. */
export function guardedReadsIn(text: string): string[] {
  return [
    ...new Set(
      tablesIn(text).filter((read) => (GUARDED as readonly string[]).includes(read.split(' ')[0] ?? '')),
    ),
  ]
}
