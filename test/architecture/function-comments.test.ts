import { expect, test } from 'vitest'
import { read } from './files.ts'

const FUNCTION =
  /^CREATE OR REPLACE FUNCTION public\.(\w+)\(([\s\S]*?)\n\$function\$;\n(?:comment on function \w+\([^)]*\) is '((?:[^']|'')*)')?/gm
/** Functions that decide who can see what (docs/decisions/0131-visible-rows.md). */
const RULE =
  /\bpublic\.((?:visible|withheld|editable|exactly_known)_\w+|(?:comments|notifications)_by_visible_people|notified_list_spots)\(/g

/** Lists the rules that a function in a schema applies without naming them in its comment, as `function: rule`. */
function listUnnamedRules(schema: string): string[] {
  return [...schema.matchAll(FUNCTION)].flatMap(([, name = '', text = '', comment = '']) => {
    const rules = new Set([...text.matchAll(RULE)].map(([, rule = '']) => rule))
    return [...rules].filter((rule) => !comment.includes(rule)).map((rule) => `${name}: ${rule}`)
  })
}

function declare(comment: string) {
  return `CREATE OR REPLACE FUNCTION public.visible_covers(viewer uuid)
 RETURNS SETOF media
AS $function$
  select m.* from public.visible_media(viewer) m join public.visible_spots(viewer) s on s.cover_media_id = m.id
$function$;
${comment}
`
}

test('the comment of a function in the database names every rule of visibility that the function applies', () => {
  const schema = read('apps/server/schema.sql')
  expect([...schema.matchAll(FUNCTION)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(['visible_posts', 'has_visible_target', 'notifications_of_line']),
  )
  expect(listUnnamedRules(schema)).toEqual([])
})

test('finds a rule that the comment leaves out', () => {
  const start = "comment on function visible_covers(uuid) is 'Covers"
  expect(listUnnamedRules(declare(`${start} in visible_media of visible_spots.';`))).toEqual([])
  expect(listUnnamedRules(declare(`${start} in visible_media.';`))).toEqual(['visible_covers: visible_spots'])
  expect(listUnnamedRules(declare(''))).toHaveLength(2)
})
