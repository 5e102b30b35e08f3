import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/db/open.ts'

// Unlike pg_dump's output, this text is the same in all PostgreSQL versions that we support.

type Part = { of: string; text: string; comment: string | null }

function commented(what: string, comment: string | null): string[] {
  return comment === null ? [] : [`comment on ${what} is ${quoted(comment)};`]
}

function quoted(text: string) {
  return `'${text.replaceAll("'", "''")}'`
}

async function partsBy(db: Db, query: RawBuilder<Part>): Promise<Map<string, Part[]>> {
  const { rows } = await query.execute(db)
  return Map.groupBy(rows, ({ of }) => of)
}

const COLUMNS = sql<Part>`
  select c.relname as of, null as comment, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || case
      when a.attgenerated = 's' then ' generated always as ' || pg_get_expr(d.adbin, d.adrelid) || ' stored'
      when a.attidentity = 'a' then ' generated always as identity'
      when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
      else '' end as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`

const CONSTRAINTS = sql<Part>`
  select c.relname as of, null as comment,
    'constraint ' || con.conname || ' ' || pg_get_constraintdef(con.oid) as text
  from pg_constraint con join pg_class c on c.oid = con.conrelid
  where c.relnamespace = 'public'::regnamespace and con.contype in ('p', 'u', 'f', 'c')
  order by c.relname, position(con.contype::text in 'pufc'), con.conname`

const INDEXES = sql<Part>`
  select tablename as of, indexdef as text, null as comment from pg_indexes i
  where schemaname = 'public'
    and not exists (select from pg_constraint where conindid = ('public.' || quote_ident(i.indexname))::regclass)
  order by tablename, indexname`

const TRIGGERS = sql<Part>`
  select c.relname as of, pg_get_triggerdef(t.oid) as text, obj_description(t.oid, 'pg_trigger') as comment
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`

const TABLES = sql<Part>`
  select c.relname as of, coalesce(array_to_string(c.reloptions, ', '), '') as text,
    obj_description(c.oid, 'pg_class') as comment
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`

const FUNCTIONS = sql<Part>`
  select p.oid::regprocedure::text as of, pg_get_functiondef(p.oid) as text,
    obj_description(p.oid, 'pg_proc') as comment
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, 1`

const EXTENSIONS = sql<Part>`
  select extname as of, '' as text, null as comment from pg_extension where extname <> 'plpgsql' order by 1`

/** Returns a database's schema as SQL, sorted by name: extensions, tables with all of their parts, and functions. */
export async function schemaText(db: Db): Promise<string> {
  const [columns, constraints, indexes, triggers] = await Promise.all(
    [COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS].map((query) => partsBy(db, query)),
  )
  const [extensions, tables, functions] = await Promise.all(
    [EXTENSIONS, TABLES, FUNCTIONS].map(async (query) => (await query.execute(db)).rows),
  )
  const findTriggerName = (definition: string) => /^CREATE TRIGGER (\w+)/.exec(definition)?.[1] ?? ''
  const texts = [
    extensions?.map(({ of }) => `create extension ${of};`).join('\n') ?? '',
    ...(tables ?? []).map(({ of, text, comment }) => {
      const lines = [...(columns?.get(of) ?? []), ...(constraints?.get(of) ?? [])].map(
        (part) => `  ${part.text}`,
      )
      return [
        `create table ${of} (\n${lines.join(',\n')}\n)${text && ` with (${text})`};`,
        ...commented(`table ${of}`, comment),
        ...(indexes?.get(of) ?? []).map((index) => `${index.text};`),
        ...(triggers?.get(of) ?? []).flatMap((trigger) => [
          `${trigger.text};`,
          ...commented(`trigger ${findTriggerName(trigger.text)} on ${of}`, trigger.comment),
        ]),
      ].join('\n')
    }),
    ...(functions ?? []).map(({ of, text, comment }) =>
      [`${text.trimEnd()};`, ...commented(`function ${of}`, comment)].join('\n'),
    ),
  ]
  return `-- The schema as the migrations leave it; written by \`npm run schema\` and never by hand.\n\n${texts.join('\n\n')}\n`
}
