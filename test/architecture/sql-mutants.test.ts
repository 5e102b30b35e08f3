import { expect, test } from 'vitest'
import { buildSqlMutants } from '../../packages/lab/proofs/lib/mutants/sql-mutants.ts'

const MIGRATION = `-- Rows.
create function open_rows(viewer uuid) returns setof rows language sql stable as $$
  select r.* from public.rows r
  where r.is_open
    and r.user_id <> viewer
    and (r.kind = 'a'
      or exists (select from public.others o
        where o.id = r.id))
$$;
`

test('a mutant of a function lacks exactly one condition', () => {
  expect(buildSqlMutants(MIGRATION).map(({ line, what }) => [line, what])).toEqual([
    [4, 'where r.is_open'],
    [5, 'and r.user_id <> viewer'],
    [6, "and (r.kind = 'a' or exists (select from public.others o where o.id = r.id))"],
  ])
  const [first, second] = buildSqlMutants(MIGRATION)
  expect(first?.statement).toContain('where true\n    and r.user_id <> viewer')
  expect(second?.statement).toMatch(/^create or replace function open_rows/)
  expect(second?.statement).not.toContain('and r.user_id <> viewer')
})
